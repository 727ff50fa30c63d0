import { relativeUrl } from '../folder/output.ts'
import { countLosses, type Losses } from '../losses.ts'
import { mapText, splitCode } from '../markdown/prose.ts'
import type { Loss } from '../source-files.ts'
import { nameKey } from './names.ts'
import { type PageProperties, property, readProperties } from './properties.ts'

/** What other pages need to know of a page. */
export type GraphPage = Pick<PageProperties, 'title'> & {
  /** The text of blocks by their ID. */
  blocks: ReadonlyMap<string, string>
  /** IDs of blocks and names of pages that it leads to. */
  references: ReadonlySet<string>
  names: ReadonlySet<string>
}

/** A page with what its references lead to. */
export type GraphTask = {
  text: string
  path: string
  /** The path and the text of blocks by their ID. */
  blocks: ReadonlyMap<string, { path: string; text: string }>
  /** What stands for the name of a page in a link, where that name alone leads elsewhere. */
  targets: ReadonlyMap<string, string>
  /** IDs of its own blocks that references lead to. */
  anchors: ReadonlySet<string>
}

export type ConvertedGraphPage = PageProperties & { losses: Omit<Loss, 'path'>[] }

const uuid = '[\\da-f]{8}(?:-[\\da-f]{4}){3}-[\\da-f]{12}'
const maxTextLength = 200

const inline = new RegExp(
  [
    String.raw`(?<macro>\{\{[^{}\n]{1,500}\}\})`,
    String.raw`\[(?<label>[^[\]\n]{1,500})\]\(\(\((?<labelled>${uuid})\)\)\)`,
    String.raw`\(\((?<reference>${uuid})\)\)`,
    String.raw`\[(?<text>[^[\]\n]{1,500})\]\(\[\[(?<page>[^[\]\n]{1,500})\]\]\)`,
    String.raw`(?<!\[)\[\[(?<name>[^[\]\n|]{1,500})\]\]`,
    String.raw`!\[(?<alt>[^\]\n]{0,500})\]\((?<image>[^()\n]{1,1000})\)\{:(?<size>[^{}\n]{1,200})\}`,
    String.raw`\]\((?<asset>(?:\.\.\/)?assets\/[^()\n]{1,1000})\)`,
    String.raw`\^\^(?=[^\s^])(?<raised>[^^\n]{1,1000}?)(?<=[^\s^])\^\^`,
    String.raw`==(?=[^\s=])(?<marked>[^=\n]{1,1000}?)(?<=[^\s=])==`,
  ].join('|'),
  'gi',
)

/** Reads what other pages need to know. */
export function listGraphPage(text: string): GraphPage {
  const { title, body } = readProperties(text)
  const blocks = new Map<string, string>()
  const references = new Set<string>()
  const names = new Set<string>()
  let block = ''
  for (const part of splitCode(body)) {
    for (const line of part.text.split('\n')) {
      const [, first] = /^[ \t]*- (.*)$/.exec(line) ?? []
      if (first !== undefined) block = first
      const [, , , key, value = ''] = property.exec(line) ?? []
      if (key === 'id' && !part.isCode) blocks.set(value.trim().toLowerCase(), blockText(block))
    }
    if (part.isCode) continue
    for (const { groups = {} } of part.text.matchAll(inline)) {
      const id = groups['reference'] ?? groups['labelled']
      if (id !== undefined) references.add(id.toLowerCase())
      const name = groups['name'] ?? groups['page']
      if (name !== undefined) names.add(nameKey(name))
    }
  }
  return { title, blocks, references, names }
}

const marker =
  /^(TODO|DOING|DONE|LATER|NOW|WAITING|WAIT|CANCELED|CANCELLED|IN-PROGRESS|STARTED)(?= +\S)/

/** The text of a block for a link to it. */
function blockText(line: string): string {
  const plain = line
    .replace(/^#{1,6} /, '')
    .replace(marker, '')
    .replaceAll(/!?\[([^[\]\n]{0,500})\]\([^()\n]{0,1000}\)/g, '$1')
    .replaceAll(/#?\[\[([^[\]\n]{1,500})\]\]/g, '$1')
    .replaceAll(/\(\([\da-f-]{36}\)\)/gi, '…')
    .trim()
  const characters = Array.from(plain)
  const shown =
    characters.length > maxTextLength ? [...characters.slice(0, maxTextLength), '…'] : characters
  return shown.join('').replaceAll(/[[\]`]/g, String.raw`\$&`)
}

/** A page as Quire reads Markdown. The outline stays a list, and what needs no change stays as it is. */
export function convertGraphPage(task: GraphTask): ConvertedGraphPage {
  const losses = countLosses()
  const { title, icon, properties, body } = readProperties(task.text, losses)
  const writing: Writing = { parts: [], block: undefined, anchors: task.anchors, losses }
  for (const { text, isCode } of splitCode(body)) {
    if (isCode) addCode(writing, text)
    else
      addText(
        writing,
        mapText(text, (prose) => withInline(prose, task, losses)),
      )
  }
  return { title, icon, properties, body: writing.parts.join(''), losses: losses.counts() }
}

function withInline(prose: string, { path, blocks, targets }: GraphTask, losses: Losses): string {
  const linkTo = (id: string, label?: string): string | undefined => {
    const block = blocks.get(id.toLowerCase())
    if (block === undefined) return undefined
    const anchor = `#${id.toLowerCase()}`
    const url = block.path === path ? anchor : relativeUrl(path, block.path, anchor)
    return `[${label ?? (block.text || '…')}](${url})`
  }
  const urlOf = (url: string): string => {
    const [, asset] = /^(?:\.\.\/)?(assets\/.+)$/.exec(url) ?? []
    return asset === undefined ? url : relativeUrl(path, decodedAsset(asset))
  }
  return prose.replaceAll(inline, (given: string, ...rest: unknown[]) => {
    // SAFETY: the last argument of a replacement is its groups if the expression has some.
    const groups = rest.at(-1) as Readonly<Record<string, string | undefined>>
    const { label, labelled, reference, text, page, name, alt = '', image, size, asset } = groups
    const macro = /^\{\{(embed|query)?/i.exec(groups['macro'] ?? '')
    if (macro !== null) losses.changed(macro[1]?.toLowerCase() ?? 'macro')
    const marked = groups['marked'] ?? groups['raised']
    if (labelled !== undefined) return linkTo(labelled, label) ?? given
    if (reference !== undefined) return linkTo(reference) ?? given
    if (page !== undefined) return `[[${targets.get(nameKey(page)) ?? page}|${text}]]`
    if (name !== undefined) {
      const target = targets.get(nameKey(name))
      return target === undefined ? given : `[[${target}|${name}]]`
    }
    if (image !== undefined) return sizedImage(urlOf(image), alt, size ?? '')
    if (asset !== undefined) return `](${urlOf(asset)})`
    return marked === undefined ? given : `<mark>${marked}</mark>`
  })
}

function decodedAsset(path: string): string {
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}

function sizedImage(url: string, alt: string, size: string): string {
  const stated = ['width', 'height'].map((name) => {
    const value = new RegExp(`(?:^|:)${name}\\s{1,5}(\\d{1,5})`).exec(size)?.[1]
    return value === undefined ? '' : ` ${name}="${value}"`
  })
  const text = alt.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;')
  return `<img src="${url}" alt="${text}"${stated.join('')}>`
}

/** A page that is written line by line. */
type Writing = {
  parts: string[]
  /** The part that the block begins with; undefined if that is code or a quote. */
  block: number | undefined
  anchors: ReadonlySet<string>
  losses: Losses
}

const callouts = new Set(['NOTE', 'TIP', 'IMPORTANT', 'CAUTION', 'WARNING'])
const opening = /^([ \t]*)(- )?#\+BEGIN_([A-Z]{1,20})[ \t]*$/i
const maxQuoteLines = 500

function addCode(writing: Writing, text: string): void {
  if (/^[ \t]*- /.test(text)) writing.block = undefined
  writing.parts.push(text)
}

function addText(writing: Writing, text: string): void {
  const lines = text.split(/(?<=\n)/)
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    const [, indent = '', bullet = '', kind = ''] = opening.exec(line.trimEnd()) ?? []
    const name = kind.toUpperCase()
    const end = name === '' ? -1 : endOf(lines, at, name)
    if (end < 0) {
      if (name !== '') writing.losses.changed('Org block')
      addLine(writing, line)
      continue
    }
    const inside = lines.slice(at + 1, end).map((one) => one.trim())
    const quoted = callouts.has(name) ? [`[!${name}]`, ...inside] : inside
    const before = indent + bullet.replace('- ', '  ')
    for (const [index, one] of (quoted.length > 0 ? quoted : ['']).entries()) {
      writing.parts.push(`${`${index === 0 ? indent + bullet : before}> ${one}`.trimEnd()}\n`)
    }
    writing.block = undefined
    at = end
  }
}

function addLine(writing: Writing, line: string): void {
  const { parts, losses } = writing
  if (takeProperty(writing, line)) return
  if (/^[ \t]*(?:SCHEDULED|DEADLINE): </.test(line)) losses.changed('planned date')
  if (/^[ \t]*:LOGBOOK:/.test(line)) losses.changed('time log')
  const [, start, text = ''] = /^([ \t]*- )(.*)$/s.exec(line) ?? []
  parts.push(start === undefined ? line : start + withTask(text, losses))
  if (start !== undefined) writing.block = parts.length - 1
}

/** Whether a line is a property that is not shown. The ID of a block becomes an anchor where the block begins. */
function takeProperty(writing: Writing, line: string): boolean {
  const { parts, anchors, losses } = writing
  const [, indent = '', bullet, key = '', value = ''] = property.exec(line.trimEnd()) ?? []
  if (key === 'id') {
    const id = value.trim().toLowerCase()
    if (bullet !== undefined) writing.block = parts.push(`${indent}-\n`) - 1
    const { block } = writing
    if (anchors.has(id) && block !== undefined) {
      parts[block] = `${(parts[block] ?? '').replace(/\n$/, '')} <a id="${id}"></a>\n`
      losses.changed('block ID')
    } else losses.lost('block ID')
    return true
  }
  if (bullet !== undefined) return false
  if (key === 'collapsed') losses.lost('collapsed block')
  if (key === 'logseq.order-list-type') losses.changed('numbered list')
  return key === 'collapsed' || key === 'logseq.order-list-type'
}

/** The line that ends a block of Org, for a quote or a callout. */
function endOf(lines: readonly string[], start: number, name: string): number {
  if (name !== 'QUOTE' && !callouts.has(name)) return -1
  const closing = `#+END_${name}`
  const within = lines.slice(start + 1, start + 1 + maxQuoteLines)
  const found = within.findIndex((line) => line.trim().toUpperCase() === closing)
  return found < 0 ? -1 : start + 1 + found
}

/** A task with a box. */
function withTask(text: string, losses: Losses): string {
  const [, status] = marker.exec(text) ?? []
  if (status === undefined) return text
  const isDone = status === 'DONE' || status.startsWith('CANCEL')
  if (status !== 'TODO' && status !== 'DONE') losses.changed('task status')
  return `[${isDone ? 'x' : ' '}]${text.slice(status.length)}`
}
