import { booleanAttribute, children, numberAttribute, stringAttribute } from '../node.ts'
import type { ContentNode, Mark } from '../node.ts'
import { alignment, fitsPipes, isTightList } from '../table-shape.ts'
import { delimiterOf, tableLine } from './table-lines.ts'

/** Characters that cannot start or end a construct inside a line that begins with a letter. */
const calm = /^[\p{L}\p{N} ,.;:?'"%/()–—…«»“”‘’№-]*$/u
/** What becomes a link by itself in most readers. */
const bareLink = /[Ww]\.[-.\w]|[ps]:\//
const word = /^[\p{L}\p{N}](?:.*[\p{L}\p{N}])?$/u
const address = /^https?:\/\/[\w./?#=-]+$/
const code = /^[^\s`\\&$|](?:[^`\\&$|\n\r]*[^\s`\\&$|])?$/
const opens = /[\s(]$/
const closes = /^[\s.,;:?)]/

/** Headings and code have Markdown, so that lists before and after them cannot join. */
const dividers = new Set(['heading', 'codeBlock'])
const lists = new Set(['bulletList', 'orderedList', 'taskList'])
const maxStart = 1_000_000

/**
 * The Markdown of the blocks that need no escapes, which is most of a note; undefined for others. The library takes
 * ten times as long for the same text, because it tries every construct at every location.
 */
export function writeCalmBlocks(blocks: readonly ContentNode[]): (string | undefined)[] {
  const written = blocks.map(writeCalm)
  const divides = (index: number) => {
    const block = blocks[index]
    if (block === undefined || dividers.has(block.type)) return true
    return written[index] !== undefined && !lists.has(block.type)
  }
  return written.map((text, index) => {
    const isList = lists.has(blocks[index]?.type ?? '')
    return isList && !(divides(index - 1) && divides(index + 1)) ? undefined : text
  })
}

function writeCalm(block: ContentNode): string | undefined {
  switch (block.type) {
    case 'paragraph':
      return writeLine(block)
    case 'heading':
      return writeHeading(block)
    case 'bulletList':
    case 'orderedList':
    case 'taskList':
      return writeList(block)
    case 'codeBlock':
      return writeCode(block)
    case 'table':
      return writeTable(block)
    default:
      return undefined
  }
}

function writeHeading(block: ContentNode): string | undefined {
  const level = numberAttribute(block, 'level', 1)
  const line = level >= 1 && level <= 6 ? writeLine(block) : undefined
  return line === undefined ? undefined : `${'#'.repeat(level)} ${line}`
}

function writeList(list: ContentNode): string | undefined {
  if (!isTightList(list)) return undefined
  const start = numberAttribute(list, 'start', 1)
  const isOrdered = list.type === 'orderedList'
  if (isOrdered && !(Number.isInteger(start) && start >= 0 && start < maxStart)) return undefined
  const lines: string[] = []
  for (const [index, item] of children(list).entries()) {
    const text = writeItem(item, isOrdered ? `${start + index}. ` : '- ')
    if (text === undefined) return undefined
    lines.push(text)
  }
  return lines.length === 0 ? undefined : lines.join('\n')
}

/** One line, perhaps with a list below it. */
function writeItem(item: ContentNode, bullet: string): string | undefined {
  const [head, below, ...others] = children(item)
  if (head?.type !== 'paragraph' || others.length > 0) return undefined
  const checked =
    booleanAttribute(item, 'checked') ?? (item.type === 'listItem' ? undefined : false)
  const box = checked === undefined ? '' : `[${checked ? 'x' : ' '}] `
  const line = writeLine(head)
  if (line === undefined) return undefined
  if (below === undefined) return `${bullet}${box}${line}`
  const interrupts = below.type !== 'orderedList' || numberAttribute(below, 'start', 1) === 1
  const list = lists.has(below.type) && interrupts ? writeList(below) : undefined
  if (list === undefined) return undefined
  const indentation = `\n${' '.repeat(bullet.length)}`
  return `${bullet}${box}${line}${indentation}${list.replaceAll('\n', indentation)}`
}

function writeCode(block: ContentNode): string | undefined {
  const language = stringAttribute(block, 'language')
  if (!/^\w*$/.test(language) || stringAttribute(block, 'meta') !== '') return undefined
  const value = children(block)
    .map(({ text = '' }) => text)
    .join('')
  if (value.includes('`')) return undefined
  return `\`\`\`${language}\n${value === '' ? '' : `${value}\n`}\`\`\``
}

function writeTable(table: ContentNode): string | undefined {
  if (!fitsPipes(table)) return undefined
  const lines: string[] = []
  for (const [index, row] of children(table).entries()) {
    const cells: string[] = []
    for (const cell of children(row)) {
      const [only] = children(cell)
      const text = only === undefined || children(only).length === 0 ? '' : writeLine(only)
      if (text === undefined) return undefined
      cells.push(text)
    }
    lines.push(tableLine(cells))
    if (index === 0)
      lines.push(tableLine(children(row).map((cell) => delimiterOf(alignment(cell)))))
  }
  return lines.join('\n')
}

/** The inline content of a block on one line. Texts with one mark stand between texts without any. */
function writeLine(block: ContentNode): string | undefined {
  const nodes = children(block)
  if (!/^\p{L}/u.test(nodes[0]?.text ?? '') || /\s$/.test(nodes.at(-1)?.text ?? ' '))
    return undefined
  let line = ''
  let plain = ''
  for (const [index, node] of nodes.entries()) {
    const written = writeInline(nodes, index)
    if (written === undefined) return undefined
    line += written
    plain += node.text ?? ''
  }
  return bareLink.test(plain) ? undefined : line
}

function writeInline(nodes: readonly ContentNode[], index: number): string | undefined {
  const node = nodes[index]
  if (node?.type !== 'text' || node.text === undefined) return undefined
  const { text, marks = [] } = node
  const [mark, ...others] = marks
  if (mark === undefined) return isPlain(nodes[index - 1]) || !calm.test(text) ? undefined : text
  const before = nodes[index - 1]
  const after = nodes[index + 1]
  const isApart = [before, after].every((next) => next === undefined || isPlain(next))
  if (others.length > 0 || !isApart) return undefined
  return writeMarked(text, mark, { before: before?.text ?? ' ', after: after?.text ?? ' ' })
}

function writeMarked(
  text: string,
  mark: Mark,
  { before, after }: { before: string; after: string },
): string | undefined {
  if (mark.type === 'code') return code.test(text) ? `\`${text}\`` : undefined
  if (!calm.test(text) || !word.test(text)) return undefined
  if (mark.type === 'link') {
    const href = stringAttribute(mark, 'href')
    const isShort = address.test(href) && stringAttribute(mark, 'title') === ''
    return isShort ? `[${text}](${href})` : undefined
  }
  const sign = mark.type === 'bold' ? '**' : mark.type === 'italic' ? '*' : undefined
  // Beside a space or punctuation, a sign can either open or close.
  if (sign === undefined || !opens.test(before) || !closes.test(after)) return undefined
  return sign + text + sign
}

function isPlain(node: ContentNode | undefined): boolean {
  return node?.type === 'text' && (node.marks ?? []).length === 0
}
