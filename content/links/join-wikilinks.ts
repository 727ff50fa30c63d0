import type { PageDocument } from '../document.ts'
import { children, type ContentNode, numberAttribute, sameMark } from '../node.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { embedSize } from '../read/wikilinks.ts'
import { schema } from '../schema.ts'
import { markOrder } from '../vocabulary.ts'
import { type TextWikilink, wikilinkAddress, wikilinksIn } from './wikilinks.ts'

type Pages = Readonly<Record<string, string>>

/** A page whose wikilinks to some pages, by their names, are links as if they were read now. */
export function joinWikilinks(document: PageDocument, pages: Pages): PageDocument {
  const content = joinIn(document.content, pages)
  return content === document.content ? document : { type: 'doc', content }
}

function joinIn(nodes: readonly ContentNode[], pages: Pages): readonly ContentNode[] {
  const joined = nodes.map((node) => joinNode(node, pages))
  return joined.every((node, index) => node === nodes[index]) ? nodes : joined
}

function joinNode(node: ContentNode, pages: Pages): ContentNode {
  const { content } = node
  if (content === undefined || node.type === 'codeBlock') return node
  if (schema.nodes[node.type]?.inlineContent !== true) {
    const joined = joinIn(content, pages)
    return joined === content ? node : { ...node, content: joined }
  }
  const found = wikilinksIn(content).filter(({ name }) => Object.hasOwn(pages, name))
  if (found.length === 0) return node
  return embedIn(node, found, pages) ?? { ...node, content: joinText(content, found, pages) }
}

/** A paragraph that is nothing but an embed shows the page. */
function embedIn(
  { type, content = [] }: ContentNode,
  [link, ...others]: readonly TextWikilink[],
  pages: Pages,
): ContentNode | undefined {
  const isAlone = content.length === 1 && link?.from === 0 && link.to === content[0]?.text?.length
  if (type !== 'paragraph' || !isAlone || !link.isEmbed || others.length > 0) return undefined
  if (content[0]?.marks !== undefined) return undefined
  return readLink(link, pages, '!')
}

function joinText(
  nodes: readonly ContentNode[],
  found: readonly TextWikilink[],
  pages: Pages,
): ContentNode[] {
  return nodes.flatMap((node, index) => {
    const text = node.text ?? ''
    const result: ContentNode[] = []
    let at = 0
    for (const link of found.filter((one) => one.index === index)) {
      const nodesOfLink = children(readLink(link, pages, '') ?? { type: 'paragraph' })
      if (nodesOfLink.length === 0) continue
      if (link.from > at) result.push({ ...node, text: text.slice(at, link.from) })
      const isWhole = link.from === 0 && link.to === text.length
      const isAlone = isWhole && ![nodes[index - 1], nodes[index + 1]].some(sharesMark(node))
      for (const one of nodesOfLink) result.push(withMarks(one, node.marks, isAlone))
      at = link.to
    }
    if (at === 0) return [node]
    if (at < text.length) result.push({ ...node, text: text.slice(at) })
    return result
  })
}

/** The block that the reader of Markdown makes of a wikilink alone. A size is no text of a link. */
function readLink(
  { target, label, name }: TextWikilink,
  pages: Pages,
  sign: '!' | '',
): ContentNode | undefined {
  const isSize = label === undefined || label === '' || embedSize.test(label)
  const source = `${sign}[[${target}${isSize ? '' : `|${label}`}]]`
  const address = wikilinkAddress(target, pages[name] ?? '')
  const read = parseMarkdown(source, { [`[[${target}]]`]: address })
  return read.ok ? read.document.content[0] : undefined
}

/** Whether the innermost mark of a text goes on in an adjacent text. */
function sharesMark({ marks = [] }: ContentNode): (adjacent: ContentNode | undefined) => boolean {
  const innermost = marks.at(-1)
  return (adjacent) =>
    innermost !== undefined && (adjacent?.marks ?? []).some((mark) => sameMark(mark, innermost))
}

/** Marks around a link have it within them, as in the text that it was written in. */
function withMarks(
  node: ContentNode,
  outer: ContentNode['marks'] = [],
  isAlone: boolean,
): ContentNode {
  const parent = outer.at(-1)
  if (parent === undefined) return node
  const isInverted = markOrder.indexOf('link') < markOrder.indexOf(parent.type)
  const depth = isAlone ? numberAttribute(parent, 'depth', 0) + (isInverted ? 1 : 0) : 0
  const own = (node.marks ?? []).map(({ type, attrs }) =>
    depth === 0 ? { type, ...(attrs && { attrs }) } : { type, attrs: { ...attrs, depth } },
  )
  return { ...node, marks: [...outer, ...own] }
}
