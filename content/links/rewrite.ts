import type { PageDocument } from '../document.ts'
import { type ContentNode, stringAttribute } from '../node.ts'
import { schema } from '../schema.ts'
import { headingSeparator, pageAddressOf } from './address.ts'
import { joinWikilinks } from './join-wikilinks.ts'
import { replaceFiles, type ReplacedFile } from './replace-files.ts'
import { type Passage, passageAround } from './sentences.ts'
import { foldTag, tagRanges } from './tags.ts'
import { isWord } from './title-words.ts'

/** A change of the links or tags of a page. */
export type LinkChange =
  /** Links to the page with the text `from` get the text `to`, also before the heading that they lead to. */
  | { kind: 'relabel'; pageId: string; from: string; to: string }
  | { kind: 'rename tag'; from: string; to: string }
  /** The first mention of `title` in a block becomes a link. */
  | { kind: 'link title'; pageId: string; title: string; block: number }
  | { kind: 'replace files'; files: readonly ReplacedFile[] }
  /** Wikilinks that are text become links to the pages with these IDs, by the name that they have for the page. */
  | { kind: 'join wikilinks'; pages: Readonly<Record<string, string>> }

type ReplaceInline = (nodes: readonly ContentNode[], block: number) => readonly ContentNode[]

/** The page after the change; blocks without it are the same objects. The same page if there is nothing to change. */
export function changeLinks(document: PageDocument, change: LinkChange): PageDocument {
  if (change.kind === 'replace files') return replaceFiles(document, change.files)
  if (change.kind === 'join wikilinks') return joinWikilinks(document, change.pages)
  const replace = replacementOf(change)
  const content = document.content.map((node, index) => mapInline(node, index + 1, replace))
  const isSame = content.every((node, index) => node === document.content[index])
  return isSame ? document : { type: 'doc', content }
}

type InlineChange = Exclude<LinkChange, { kind: 'replace files' | 'join wikilinks' }>

function replacementOf(change: InlineChange): ReplaceInline {
  switch (change.kind) {
    case 'relabel':
      return (nodes) => relabelled(nodes, change)
    case 'rename tag':
      return (nodes) => renamed(nodes, foldTag(change.from), change.to)
    case 'link title': {
      let isDone = false
      return (nodes, block) => {
        const range = isDone || block !== change.block ? undefined : titleRange(nodes, change.title)
        if (range === undefined) return nodes
        isDone = true
        const label = change.title
        const mention = { type: 'pageMention', attrs: { pageId: change.pageId, label } }
        return replaced(nodes, range, (marks) => ({ ...mention, ...marks }))
      }
    }
  }
}

/** The first block whose text mentions a title outside of links and code, with the sentence around it. */
export function findTitle(
  document: PageDocument,
  title: string,
): (Passage & { block: number }) | undefined {
  for (const [index, node] of document.content.entries()) {
    const passage = passageIn(node, title)
    if (passage !== undefined) return { ...passage, block: index + 1 }
  }
  return undefined
}

function passageIn(node: ContentNode, title: string): Passage | undefined {
  if (node.content === undefined || node.type === 'codeBlock') return undefined
  if (schema.nodes[node.type]?.inlineContent === true) {
    const range = titleRange(node.content, title)
    return range === undefined ? undefined : passageAround(range.text, range.from, range.to)
  }
  for (const child of node.content) {
    const passage = passageIn(child, title)
    if (passage !== undefined) return passage
  }
  return undefined
}

function mapInline(node: ContentNode, block: number, replace: ReplaceInline): ContentNode {
  if (node.type === 'pageEmbed') return replace([node], block)[0] ?? node
  const { content } = node
  if (content === undefined || node.type === 'codeBlock') return node
  const isInline = schema.nodes[node.type]?.inlineContent === true
  const mapped = isInline
    ? replace(content, block)
    : content.map((child) => mapInline(child, block, replace))
  return mapped.every((child, index) => child === content[index]) &&
    mapped.length === content.length
    ? node
    : { ...node, content: mapped }
}

type Relabel = Extract<LinkChange, { kind: 'relabel' }>

function relabelled(nodes: readonly ContentNode[], change: Relabel): readonly ContentNode[] {
  return nodes.map((node, index) => {
    const href = linkOf(node)
    if (href === undefined) return isOf(node, change.pageId) ? withLabel(node, change) : node
    // The parts of a link with different marks are words of its own.
    const isPart = linkOf(nodes[index - 1]) === href || linkOf(nodes[index + 1]) === href
    if (isPart || pageAddressOf(href)?.pageId !== change.pageId) return node
    const text = renamedLabel(node.text ?? '', change)
    return text === node.text ? node : { ...node, text }
  })
}

function isOf(node: ContentNode, pageId: string): boolean {
  const isReference = node.type === 'pageMention' || node.type === 'pageEmbed'
  return isReference && stringAttribute(node, 'pageId').toLowerCase() === pageId
}

function withLabel(node: ContentNode, change: Relabel): ContentNode {
  const before = stringAttribute(node, 'label')
  const label = renamedLabel(before, change)
  return label === before ? node : { ...node, attrs: { ...node.attrs, label } }
}

function renamedLabel(label: string, { from, to }: Relabel): string {
  if (label === from) return to
  const start = from + headingSeparator
  return from !== '' && label.startsWith(start) ? to + label.slice(from.length) : label
}

function linkOf(node: ContentNode | undefined): string | undefined {
  if (node?.type !== 'text') return undefined
  const mark = node.marks?.find(({ type }) => type === 'link')
  return mark === undefined ? undefined : stringAttribute(mark, 'href')
}

function renamed(nodes: readonly ContentNode[], from: string, to: string): readonly ContentNode[] {
  let changed = nodes
  for (const range of tagRanges(nodes).toReversed()) {
    if (foldTag(range.name) !== from || range.name === to) continue
    changed = replaced(changed, range, (marks) => ({ type: 'text', text: `#${to}`, ...marks }))
  }
  return changed
}

type TextRange = { from: number; to: number }

/** Where plain text of a block mentions a title as words of its own, and that text. */
function titleRange(
  nodes: readonly ContentNode[],
  title: string,
): (TextRange & { text: string }) | undefined {
  const text = nodes.map(plainText).join('')
  const lower = text.toLowerCase()
  const wanted = title.toLowerCase()
  // Lengths differ where lower case has more characters.
  if (wanted === '' || lower.length !== text.length) return undefined
  for (let from = lower.indexOf(wanted); from >= 0; from = lower.indexOf(wanted, from + 1)) {
    const to = from + wanted.length
    const begins = !isWord(text.charAt(from)) || !isWord(characterBefore(text, from))
    const ends = !isWord(text.charAt(to - 1)) || !isWord(text.charAt(to))
    if (begins && ends) return { from, to, text: nodes.map(shownText).join('') }
  }
  return undefined
}

function characterBefore(text: string, at: number): string {
  return at === 0 ? '' : text.charAt(at - 1)
}

/** The text of a node as long as the node is in its block; what cannot become a link is of other characters. */
function plainText(node: ContentNode): string {
  if (node.type !== 'text') return '\uFFFC'
  const text = node.text ?? ''
  const isPlain = node.marks?.every(({ type }) => type !== 'code' && type !== 'link') ?? true
  return isPlain ? text : '\uFFFC'.repeat(text.length)
}

function shownText(node: ContentNode): string {
  return node.type === 'text' ? (node.text ?? '') : ' '
}

type Marks = Pick<ContentNode, 'marks'>

/** The inline content with a part of its text replaced by a node, which gets the marks at its start. */
function replaced(
  nodes: readonly ContentNode[],
  { from, to }: TextRange,
  make: (marks: Marks) => ContentNode,
): ContentNode[] {
  const result: ContentNode[] = []
  let at = 0
  for (const node of nodes) {
    const start = at
    const length = plainText(node).length
    at += length
    if (node.type !== 'text' || at <= from || start >= to) {
      result.push(node)
      continue
    }
    const text = node.text ?? ''
    const marks = node.marks === undefined ? {} : { marks: node.marks }
    if (start < from) result.push({ ...node, text: text.slice(0, from - start) })
    if (start <= from) result.push(make(marks))
    if (at > to) result.push({ ...node, text: text.slice(to - start) })
  }
  return result
}
