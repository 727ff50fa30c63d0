import { calloutKindOf } from '../../../../../content/read/callout-names.ts'
import { calloutKinds } from '../../../../../content/vocabulary.ts'
import type { Losses } from '../losses.ts'
import { toggleOf } from '../markdown/toggle.ts'

const head = /^((?:[ \t]*>)+)[ \t]*\[!([\w-]{1,40})(?:\|[^\]\n]{0,100})?\]([-+]?)[ \t]*(.*)$/

/** Callouts with the types of Quire. A title is the first line, in bold; a folded callout becomes a toggle. */
export function replaceCallouts(text: string, losses: Losses): string {
  if (!text.includes('[!')) return text
  const lines = text.split('\n')
  const result: string[] = []
  for (let index = 0; index < lines.length; index += 1) {
    const line = lines[index] ?? ''
    const [, prefix, name = '', fold, title = ''] = head.exec(line) ?? []
    if (prefix === undefined) {
      result.push(line)
      continue
    }
    if (!isExact(name)) losses.changed('callout type')
    const isFolded = fold !== '' && prefix.trim() === '>'
    if (!isFolded) {
      const isFollowed = lines[index + 1]?.trimStart().startsWith('>') === true
      result.push(...openCallout(prefix, name, title.trim(), isFollowed))
      continue
    }
    const inside = linesInside(lines, index + 1)
    index += inside.length
    losses.changed('folded callout')
    const content = replaceCallouts(inside.join('\n'), losses)
    result.push(toggleOf(title.trim() || titleOf(name), content, fold === '+'))
  }
  return result.join('\n')
}

function isExact(name: string): boolean {
  return calloutKinds.some((kind) => kind === name.toLowerCase())
}

function openCallout(prefix: string, name: string, title: string, isFollowed: boolean): string[] {
  const first = `${prefix} [!${(calloutKindOf(name) ?? 'note').toUpperCase()}]`
  if (title === '') return [first]
  return [first, `${prefix} **${title}**`, ...(isFollowed ? [prefix] : [])]
}

/** The lines of the quote, without its sign. */
function linesInside(lines: readonly string[], start: number): string[] {
  const inside: string[] = []
  for (let index = start; index < lines.length; index += 1) {
    const [, rest] = /^[ \t]*> ?(.*)$/.exec(lines[index] ?? '') ?? []
    if (rest === undefined) break
    inside.push(rest)
  }
  return inside
}

function titleOf(name: string): string {
  return name.charAt(0).toUpperCase() + name.slice(1).toLowerCase()
}
