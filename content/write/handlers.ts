import type { Heading, Paragraph, Parents, Root, Text } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { defaultHandlers } from 'mdast-util-to-markdown'
import type { Info, Options, State } from 'mdast-util-to-markdown'
import { writeInlineMath } from '../math.ts'
import { callout, task } from '../read/markers.ts'
import { isCalm } from './calm-text.ts'
import { hasEscapes, withoutNeedlessEscapes } from './escapes.ts'
import { footnotesIn, setFootnotes } from './footnotes.ts'
import type { BlockMath, InlineMath, BlocksRoot, TagMark, Verbatim } from './mdast-nodes.ts'
import { table } from './pipe-table.ts'

/** The text before a node decides which characters the previous node has to encode. */
function text(node: Text, parent: Parents | undefined, state: State, info: Info): string {
  return defaultHandlers.text(node, parent, state, info)
}

text.peek = (node: Text, parent: Parents | undefined, state: State, info: Info): string =>
  /^\p{L}/u.test(node.value)
    ? node.value.slice(0, 2)
    : defaultHandlers.text(node, parent, state, info)

/** A pipe in raw source would end the table cell; the parser removes the backslash before it. */
function inCell(state: State, source: string): string {
  return state.stack.includes('tableCell') ? source.replace(/(?<!\\)\|/g, '\\|') : source
}

const gfm = gfmToMarkdown()
/** Writes the checkbox of a task too. */
const writeParagraph =
  (gfm.extensions ?? []).find(({ handlers }) => handlers?.paragraph)?.handlers?.paragraph ??
  defaultHandlers.paragraph

function paragraph(node: Paragraph, parent: Parents | undefined, state: State, info: Info): string {
  const written = writeParagraph(node, parent, state, info)
  if (!hasEscapes(written)) return written
  const isFirst = parent?.children[0] === node
  const box = isFirst && isTask(parent) ? written.slice(0, boxLength) : ''
  const line = withoutNeedlessEscapes(written.slice(box.length), {
    block: { before: '', lead: box, after: '' },
    reserved: isFirst && box === '' ? reservedIn(node, parent) : undefined,
    footnotes: footnotesIn(state),
  })
  return box + line
}

const boxLength = '[ ] '.length

function isTask(container: Parents): boolean {
  return container.type === 'listItem' && typeof container.checked === 'boolean'
}

/** Text that would become a marker at the start of this container. */
function reservedIn(paragraph: Paragraph, container: Parents): RegExp | undefined {
  if (container.type === 'listItem') return task
  return container.type === 'blockquote' && !hasTitle(paragraph) ? callout : undefined
}

function hasTitle({ children: [first] }: Paragraph): boolean {
  return first?.type === 'verbatim' && first.value.startsWith('[!')
}

function heading(node: Heading, parent: Parents | undefined, state: State, info: Info): string {
  const written = defaultHandlers.heading(node, parent, state, info)
  if (!hasEscapes(written)) return written
  const footnotes = footnotesIn(state)
  const marker = `${'#'.repeat(node.depth)} `
  if (written.startsWith(marker)) {
    const block = { before: marker, lead: '', after: '' }
    const line = written.slice(marker.length)
    return marker + withoutNeedlessEscapes(line, { block, reserved: undefined, footnotes })
  }
  const end = written.lastIndexOf('\n')
  if (end < 0) return written
  const [line, after] = [written.slice(0, end), written.slice(end)]
  const block = { before: '', lead: '', after }
  const shorter = withoutNeedlessEscapes(line, { block, reserved: undefined, footnotes })
  const width = shorter.length - shorter.lastIndexOf('\n') - 1
  return `${shorter}\n${after.slice(1, 2).repeat(width)}`
}

function verbatim(node: Verbatim, _: unknown, state: State): string {
  return inCell(state, node.value)
}

verbatim.peek = (node: Verbatim): string => node.value.charAt(0)

function html(node: { value: string }, _: unknown, state: State): string {
  return inCell(state, node.value)
}

html.peek = (): string => '<'

function tagMark(node: TagMark, _: unknown, state: State, info: Info): string {
  const tracker = state.createTracker(info)
  const open = tracker.move(`<${node.tag}>`)
  // A tag alone on the first line would turn the paragraph into a block of HTML, so the line continues.
  const before = /[\r\n]$/.test(info.before) ? '\n' : '>'
  const inside = state.containerPhrasing(node, { ...tracker.current(), before, after: '<' })
  return `${open}${inside}</${node.tag}>`
}

tagMark.peek = (): string => '<'

function inlineMath(node: InlineMath, _: unknown, state: State, info: Info): string {
  return inCell(state, writeInlineMath(node.value, info.before.slice(-1), info.after.charAt(0)))
}

inlineMath.peek = (): string => '$'

function blockMath(node: BlockMath): string {
  return `$$\n${node.value}\n$$`
}

/** In a list, dashes or asterisks could be parsed as bullets, or as an underline of the heading. */
function thematicBreak(_node: unknown, _: unknown, state: State): string {
  return state.stack.includes('listItem') ? '___' : '---'
}

/** Writes the blocks one by one, so that each keeps its own source. */
function root(node: Root & Partial<BlocksRoot>, _: unknown, state: State, info: Info): string {
  const { groups = [], written = [], footnotes } = node
  if (footnotes !== undefined) setFootnotes(state, footnotes)
  const { safe } = state
  state.safe = (input, config) =>
    isCalm(input ?? '', config, state) ? (input ?? '') : safe.call(state, input, config)
  let index = 0
  state.indexStack.push(index)
  for (const group of groups) {
    const sources: string[] = []
    for (const child of group) {
      state.indexStack[state.indexStack.length - 1] = index++
      sources.push(state.handle(child, node, state, { ...info, before: '\n', after: '\n' }))
      if (child.type !== 'list') state.bulletLastUsed = undefined
    }
    written.push(sources.join('\n\n'))
  }
  state.indexStack.pop()
  return ''
}

export const options: Options = {
  bullet: '-',
  rule: '_',
  listItemIndent: 'one',
  resourceLink: false,
  extensions: [gfm],
  handlers: {
    text,
    paragraph,
    heading,
    verbatim,
    html,
    tagMark,
    inlineMath,
    blockMath,
    thematicBreak,
    table,
    root,
  },
  unsafe: [
    // The library's own pattern includes the letters around a sign and so misses the second of two.
    {
      character: '@',
      before: '(?<=[+\\-.\\w])',
      after: '(?=[-.\\w])',
      inConstruct: 'phrasing',
      notInConstruct: ['autolink', 'link', 'image', 'label'],
    },
    { character: '<', inConstruct: 'destinationRaw' },
    // A footnote reference at the start of a line with a colon would define the footnote.
    { character: ':', before: '\\]', inConstruct: 'phrasing' },
  ],
}
