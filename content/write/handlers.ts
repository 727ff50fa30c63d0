import type { Parents, Root, Text } from 'mdast'
import { gfmToMarkdown } from 'mdast-util-gfm'
import { defaultHandlers } from 'mdast-util-to-markdown'
import type { Info, Options, State } from 'mdast-util-to-markdown'
import { writeInlineMath } from '../math.ts'
import { isCalm } from './calm-text.ts'
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
  const { groups = [], written = [] } = node
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
  extensions: [gfmToMarkdown()],
  handlers: { text, verbatim, html, tagMark, inlineMath, blockMath, thematicBreak, table, root },
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
