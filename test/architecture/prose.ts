import type { Nodes, Paragraph, Root } from 'mdast'
import { fromMarkdown } from 'mdast-util-from-markdown'
import { gfmFromMarkdown } from 'mdast-util-gfm'
import { toNlcst } from 'mdast-util-to-nlcst'
import { gfm } from 'micromark-extension-gfm'
import type { Nodes as ProseNodes, Root as ProseRoot } from 'nlcst'
import { type Handler, search } from 'nlcst-search'
import { toString } from 'nlcst-to-string'
import { ParseEnglish } from 'parse-english'
import retextIndefiniteArticle from 'retext-indefinite-article'
import retextRedundantAcronyms from 'retext-redundant-acronyms'
import retextRepeatedWords from 'retext-repeated-words'
import retextSentenceSpacing from 'retext-sentence-spacing'
import { unified } from 'unified'
import { VFile } from 'vfile'
import { read } from './sources.ts'

const maxSentenceWords = 40

/** Columns that show how not to write. */
const quotedColumns = new Set(['avoid', 'before'])

/** Words to avoid and what to write, from the glossary: the one list of them. */
export const avoidedWords: ReadonlyMap<string, string> = readAvoidedWords(read('docs/glossary.md'))

const rules = unified()
  .use(retextIndefiniteArticle)
  .use(retextRedundantAcronyms)
  .use(retextRepeatedWords)
  .use(retextSentenceSpacing)

/** What is wrong with the prose of a Markdown text, each as `path:line:column what`. */
export function checkProse(path: string, markdown: string): string[] {
  const file = new VFile({ path, value: markdown })
  const tree = fromMarkdown(markdown, {
    extensions: [gfm()],
    mdastExtensions: [gfmFromMarkdown()],
  })
  for (const part of [tree, ...listCells(tree)]) {
    const prose = toNlcst(part, file, ParseEnglish)
    checkWords(prose, file)
    checkLength(prose, file)
    rules.runSync(prose, file)
  }
  return file.messages.map(String)
}

/** What is wrong with a message in ICU MessageFormat, read with a name and each number in place. */
export function checkMessage(key: string, message: string): string[] {
  const filled = message
    .replaceAll(/<\/?\w+>/g, '')
    .replaceAll(/\{\w+(?:, (?:number|date|time)[^{}]*)?\}/g, 'Name')
    .replaceAll(
      /\{\w+, (?:plural|select)\w*,(?:[^{}]|\{[^{}]*\})*?\bother \{([^{}]*)\}\s*\}/g,
      '$1',
    )
    .replaceAll('#', '12')
  return checkProse(key, filled)
}

function checkWords(root: ProseRoot, file: VFile): void {
  const report: Handler = ([first], _index, _parent, phrase) => {
    file.message(`Instead of "${phrase}" write: ${avoidedWords.get(phrase)}`, first?.position)
  }
  search(root, [...avoidedWords.keys()], report, { allowDashes: true })
}

function checkLength(node: ProseNodes, file: VFile): void {
  if (node.type === 'SentenceNode') {
    const wordCount = node.children.filter(({ type }) => type === 'WordNode').length
    if (wordCount > maxSentenceWords) {
      const start = toString(node).slice(0, 40)
      file.message(`Split the sentence of ${wordCount} words: ${start}…`, node.position)
    }
  } else if ('children' in node) {
    for (const child of node.children) checkLength(child, file)
  }
}

/** The cells of all tables as paragraphs: `toNlcst` leaves out tables. */
function listCells(root: Root): Paragraph[] {
  return root.children.flatMap((node) => {
    if (node.type !== 'table') return []
    const [head, ...rows] = node.children
    const titles = head?.children.map((cell) => textOf(cell)) ?? []
    return rows.flatMap(({ children }) =>
      children
        .filter((_, column) => !quotedColumns.has(titles[column] ?? ''))
        .map((cell): Paragraph => ({ ...cell, type: 'paragraph' })),
    )
  })
}

function textOf(node: Nodes): string {
  return 'children' in node
    ? node.children.map((child) => textOf(child)).join('')
    : 'value' in node
      ? node.value
      : ''
}

function readAvoidedWords(glossary: string): Map<string, string> {
  const table = glossary.slice(glossary.indexOf('| avoid | use |'))
  const rows = [...table.matchAll(/^\| ([^|]+) \| ([^|]+) \|$/gm)].slice(1)
  return new Map(
    rows.flatMap(([, avoid = '', use = '']) => avoid.split(', ').map((word) => [word, use])),
  )
}
