import type { Node } from 'prosemirror-model'
import { parseMarkdown } from '../../content/parse-markdown.ts'
import { schema } from '../../content/schema.ts'

export type PageEdit = { name: string; change: (blocks: string[]) => string[] }

const isParagraph = (block: string) => /^\p{L}/u.test(block) && block.includes(' ')
const otherWord = (block: string) => block.replace(/(?<= )\p{L}+/u, 'changed')

/** What programs do with a page, as changes of its Markdown blocks. */
export const pageEdits: readonly PageEdit[] = [
  { name: 'one word', change: (blocks) => changeAt(blocks, [0.5]) },
  { name: 'three far places', change: (blocks) => changeAt(blocks, [0.1, 0.5, 0.9]) },
  { name: 'a new section', change: addSection },
  { name: 'a row and a column', change: growTable },
  { name: 'every tenth paragraph', change: changeEveryTenth },
]

export function documentOf(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  if (!parsed.ok) throw new TypeError(parsed.reason)
  return schema.nodeFromJSON(parsed.document)
}

/** Changes a word in the first paragraphs after these parts of the page. */
function changeAt(blocks: string[], parts: readonly number[]): string[] {
  const indexOf = (part: number) =>
    blocks.findIndex((block, index) => index >= part * blocks.length && isParagraph(block))
  const indexes = new Set(parts.map(indexOf))
  return blocks.map((block, index) => (indexes.has(index) ? otherWord(block) : block))
}

function addSection(blocks: string[]): string[] {
  const section = ['## New', 'Some new text.', '- a\n- b']
  return blocks.toSpliced(blocks.length >> 1, 0, ...section)
}

function growTable(blocks: string[]): string[] {
  const index = blocks.findIndex((block) => block.startsWith('| '))
  const [head = '', rule = '', first = '', ...rest] = (blocks[index] ?? '').split('\n')
  const cells = [`${head} New |`, `${rule} --- |`, `${first} a |`, '| kiwi | 1 | b |']
  const table = [...cells, ...rest.map((row) => `${row} c |`)].join('\n')
  return blocks.with(index, table)
}

function changeEveryTenth(blocks: string[]): string[] {
  let count = 0
  return blocks.map((block) => {
    if (!isParagraph(block)) return block
    count += 1
    return count % 10 === 0 ? otherWord(block) : block
  })
}
