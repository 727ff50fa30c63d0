import type { PageDocument } from '../../../../content/document.ts'
import { quietTags } from '../../../../content/html/quiet-tags.ts'
import { children, stringAttribute, type ContentNode } from '../../../../content/node.ts'
import { schema } from '../../../../content/schema.ts'
import { splitCode } from '../sources/markdown/prose.ts'

/** Syntax of another program that is text on a page. */
export type LiteralText = {
  /** The line of the file; null where it is written in another way there. */
  line: number | null
  text: string
}

/** More on one page are not listed. */
const maxListed = 1000

const constructs = [
  // {{macro}}, ((block)), $$
  /\{\{[^{}\n]{1,200}\}\}/g,
  /\(\([\w-]{6,100}\)\)/g,
  /\$\$/g,
  // key::, ::: container, !!! admonition, === "tab", [!callout]
  /(?<=^|\n)[A-Za-z][\w.-]{0,60}::(?=[ \n]|$)/g,
  /(?<=^|\n):{3,} ?[\w{][^\n]{0,80}/g,
  /(?<=^|\n)(?:!!!|\?\?\?)\+? [^\n]{1,80}/g,
  /(?<=^|\n)===[!+]? "[^"\n]{1,80}"/g,
  /(?<=^|\n)\[![\w-]{1,40}\][-+]?/g,
]

/** Finds the syntax that stays text on a page, except links, which are resolved or broken. What the file escapes is text. */
export function listLiterals(
  document: PageDocument,
  { frontMatter, body }: { frontMatter: string; body: string },
): LiteralText[] {
  const found = literalsIn(document.content)
  if (found.length === 0) return []
  const prose = withoutCode(body)
  const lines = lineFinder(prose, countOf(frontMatter, '\n'))
  const next = new Map<string, number>()
  const listed: LiteralText[] = []
  for (const text of found) {
    const at = prose.indexOf(text, next.get(text) ?? 0)
    if (at >= 0) next.set(text, at + text.length)
    const isEscaped = at > 0 ? prose[at - 1] === '\\' : at < 0 && prose.includes(`\\${text[0]}`)
    if (!isEscaped) listed.push({ line: at < 0 ? null : lines(at), text })
    if (listed.length === maxListed) break
  }
  return listed
}

function literalsIn(nodes: readonly ContentNode[]): string[] {
  const quiet = quietTags(nodes, 'block')
  return nodes.flatMap((node, index) => {
    if (node.type === 'codeBlock') return []
    if (node.type === 'htmlBlock') return quiet.has(index) ? [] : tagOf(node)
    if (schema.nodes[node.type]?.inlineContent === true) return inlineLiterals(children(node))
    return literalsIn(children(node))
  })
}

function inlineLiterals(nodes: readonly ContentNode[]): string[] {
  const quiet = quietTags(nodes, 'inline')
  const tags = nodes.flatMap((node, index) =>
    node.type === 'htmlInline' && !quiet.has(index) ? tagOf(node) : [],
  )
  const text = nodes.map(textOf).join('')
  return [...tags, ...constructs.flatMap((pattern) => text.match(pattern) ?? [])]
}

/** Code is shown as it is meant, and so ends what is around it. */
function textOf(node: ContentNode): string {
  if (node.type === 'hardBreak') return '\n'
  const isCode = node.marks?.some(({ type }) => type === 'code') === true
  return node.type === 'text' && !isCode ? (node.text ?? '') : '\ufffc'
}

/** The start of a tag. The end of one needs no mention. */
function tagOf(node: ContentNode): string[] {
  const [tag] = /<[a-z][a-z\d-]{0,40}/i.exec(stringAttribute(node, 'html')) ?? []
  return tag === undefined ? [] : [tag]
}

/** The text with white space for its code, so that locations stay. */
function withoutCode(body: string): string {
  const blank = (text: string): string => text.replaceAll(/[^\n]/g, ' ')
  return splitCode(body)
    .map((part) =>
      part.isCode && !part.text.trimStart().startsWith('$$')
        ? blank(part.text)
        : part.text.replaceAll(/(`+)[^`\n]+\1/g, blank),
    )
    .join('')
}

/** Gives the line of a location. Texts that repeat are asked for in order. */
function lineFinder(text: string, before: number): (at: number) => number {
  const starts: number[] = []
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at)
  return (at) => {
    let [low, high] = [0, starts.length]
    while (low < high) {
      const middle = (low + high) >> 1
      if ((starts[middle] ?? 0) < at) low = middle + 1
      else high = middle
    }
    return before + low + 1
  }
}

function countOf(text: string, sign: string): number {
  return text.split(sign).length - 1
}
