import { stringAttribute } from '../node.ts'
import type { ContentNode } from '../node.ts'

/** Tags that only say how text looks, by where they may be. */
const tagNames = {
  inline: new Set(['sup', 'sub', 'kbd', 'small', 'abbr', 'span']),
  block: new Set(['div', 'center']),
}
/** Their attributes that are shown. */
const attributes: readonly [name: string, value: RegExp][] = [
  ['title', /^[^"<>]{0,1000}$/],
  ['lang', /^[a-z\d-]{1,35}$/i],
  ['dir', /^(?:ltr|rtl|auto)$/i],
  ['align', /^(?:left|right|center|justify)$/i],
]

/** Deeper tags are shown as their source. */
const maxOpenTags = 32
const tag = /^<(\/?)([a-z]+)((?:\s+[a-z][a-z\d-]*(?:="[^"<>]*"|='[^'"<>]*')?)*)\s*>$/i
const attribute = /([a-z][a-z\d-]*)=(?:"([^"<>]*)"|'([^'"<>]*)')/gi
const lineBreak = /^<br ?\/?>$/i
const comment = /^<!--(?:[^-]|-(?!->))*-->$/

type Level = keyof typeof tagNames
type OpenTag = { name: string; index: number; html: string; marks: readonly string[] }

/**
 * Raw HTML that is shown as what it means, by its index among its siblings: comments, line breaks, and tags that are
 * pairs around content with the same marks.
 */
export function quietTags(nodes: readonly ContentNode[], level: Level): Map<number, string> {
  const quiet = new Map<number, string>()
  const type = level === 'inline' ? 'htmlInline' : 'htmlBlock'
  if (!nodes.some((node) => node.type === type)) return quiet
  let open: OpenTag[] = []
  for (const [index, node] of nodes.entries()) {
    const marks = (node.marks ?? []).map((mark) => JSON.stringify(mark))
    // A mark that ends between the tags would be closed outside of them.
    open = open.filter((one) => one.marks.every((mark) => marks.includes(mark)))
    const html = node.type === type ? stringAttribute(node, 'html').trim() : ''
    if (html === '') continue
    if (lineBreak.test(html)) quiet.set(index, '<br>')
    if (comment.test(html)) quiet.set(index, '')
    const [, slash, given = '', rest = ''] = tag.exec(html) ?? []
    const name = given.toLowerCase()
    if (!tagNames[level].has(name)) continue
    if (slash === '' && open.length < maxOpenTags) {
      open.push({ name, index, html: `<${name}${shownAttributes(rest)}>`, marks })
    }
    const last = open.at(-1)
    if (slash !== '/' || last?.name !== name || last.marks.length !== marks.length) continue
    quiet.set(last.index, last.html).set(index, `</${name}>`)
    open.pop()
  }
  return quiet
}

/** Values are HTML already, and neither they nor their names can end the tag. */
function shownAttributes(text: string): string {
  const given = new Map<string, string>()
  for (const [, name = '', quoted, single = ''] of text.matchAll(attribute)) {
    const key = name.toLowerCase()
    if (!given.has(key)) given.set(key, quoted ?? single)
  }
  return attributes
    .filter(([name, value]) => value.test(given.get(name) ?? '\n<'))
    .map(([name]) => ` ${name}="${given.get(name) ?? ''}"`)
    .join('')
}
