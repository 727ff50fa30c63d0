import { children, type ContentNode, paragraph } from '../../../../../content/node.ts'
import { calloutKinds, footnoteLabel } from '../../../../../content/vocabulary.ts'
import { anchorOf, codeText, readInline, type Reading } from './read-inline.ts'
import { readList } from './read-lists.ts'
import { readTable } from './read-tables.ts'
import { byTag, classesOf, type Element, first, type HtmlNode, isElement, textOf } from './tree.ts'

const blockTags = new Set(
  'address article aside blockquote body center dd details div dl document dt fieldset figcaption figure footer form h1 h2 h3 h4 h5 h6 header hgroup hr html li main menu nav ol p pre section summary table ul x-callout x-footnote x-formula'.split(
    ' ',
  ),
)
/** Neither shown nor read by anyone. */
const unseen = new Set('base head link meta noscript script style template title'.split(' '))

const knownBlocks = new WeakMap<Element, boolean>()

/** Whether it is a block, or contains one. */
function isBlock(node: Element): boolean {
  const known = knownBlocks.get(node)
  if (known !== undefined) return known
  const found =
    blockTags.has(node.tag) || node.children.some((child) => isElement(child) && isBlock(child))
  knownBlocks.set(node, found)
  return found
}

/** Blocks from elements, with a paragraph for each run of inline content between them. */
export function readFlow(nodes: readonly HtmlNode[], reading: Reading): ContentNode[] {
  const blocks: ContentNode[] = []
  let run: HtmlNode[] = []
  const endRun = (): void => {
    const inline = readInline(run, reading)
    run = []
    if (inline.length > 0) blocks.push(paragraph(inline))
  }
  for (const node of nodes) {
    if (isElement(node) && unseen.has(node.tag)) continue
    if (!isElement(node) || !isBlock(node)) run.push(node)
    else {
      endRun()
      blocks.push(...withAnchor(anchorOf(node, reading), readBlock(node, reading)))
    }
  }
  endRun()
  return blocks
}

/** Blocks where the schema needs at least one. */
export function readFilled(nodes: readonly HtmlNode[], reading: Reading): ContentNode[] {
  const blocks = readFlow(nodes, reading)
  return blocks.length > 0 ? blocks : [paragraph([])]
}

function readBlock(node: Element, reading: Reading): ContentNode[] {
  const { tag, attributes } = node
  if (/^h[1-6]$/.test(tag)) return readHeading(node, Number(tag.slice(1)), reading)
  switch (tag) {
    case 'ul':
    case 'ol':
    case 'menu':
      return readList(node, reading, readFlow)
    case 'table':
      return readTable(node, reading, readFilled)
    case 'pre':
      return [readCode(node)]
    case 'hr':
      return [{ type: 'horizontalRule' }]
    case 'blockquote':
      return [{ type: 'blockquote', content: readFilled(node.children, reading) }]
    case 'details':
      return [readDetails(node, reading)]
    case 'figure':
      return readFigure(node, reading)
    case 'nav':
      reading.losses.lost('navigation')
      return []
    case 'dl':
      reading.losses.changed('definition list')
      return readFlow(node.children, reading)
    case 'dt':
      return readFlow([{ tag: 'strong', attributes: {}, children: node.children }], reading)
    case 'x-callout':
      return [readCallout(node, reading)]
    case 'x-formula':
      return [{ type: 'blockMath', attrs: { latex: attributes['latex'] ?? '' } }]
    case 'x-footnote':
      return readFootnote(node, reading)
    default:
      return readFlow(node.children, reading)
  }
}

function readHeading(node: Element, level: number, reading: Reading): ContentNode[] {
  const blocks = readFlow(node.children, reading)
  const [only] = blocks
  if (only?.type !== 'paragraph' || blocks.length > 1) return blocks
  return [{ type: 'heading', attrs: { level }, content: children(only) }]
}

const languageClass = /^(?:language|lang|highlight-source)-(.+)$/

function readCode(node: Element): ContentNode {
  const text = codeText(node)
  const inner = first(node, byTag('code'))
  const classes = [node, ...(inner === undefined ? [] : [inner])].flatMap(classesOf)
  const named = classes.map((name) => languageClass.exec(name)?.[1]).find((found) => found)
  const language = named ?? node.attributes['data-language'] ?? null
  const content = text === '' ? {} : { content: [{ type: 'text', text }] }
  return { type: 'codeBlock', attrs: { language }, ...content }
}

function readDetails(node: Element, reading: Reading): ContentNode {
  const isSummary = (child: HtmlNode): boolean => isElement(child) && child.tag === 'summary'
  const title = node.children.find(isSummary)
  const inline = isElement(title) ? readInline(title.children, reading) : []
  const content = readFilled(
    node.children.filter((child) => !isSummary(child)),
    reading,
  )
  const summary = { type: 'detailsSummary', ...(inline.length > 0 ? { content: inline } : {}) }
  const attrs = { open: 'open' in node.attributes }
  return { type: 'details', attrs, content: [summary, { type: 'detailsContent', content }] }
}

/** The caption of a single image is its title; others follow as text. */
function readFigure(node: Element, reading: Reading): ContentNode[] {
  const caption = first(node, byTag('figcaption'))
  const text = caption === undefined ? '' : textOf(caption)
  const blocks = readFlow(
    node.children.filter((child) => child !== caption),
    reading,
  )
  const [only] = blocks
  const [image] = only === undefined ? [] : children(only)
  if (blocks.length === 1 && image?.type === 'image' && text !== '') {
    const titled = { ...image, attrs: { ...image.attrs, title: text } }
    return [paragraph([titled, ...children(only ?? image).slice(1)])]
  }
  return caption === undefined ? blocks : [...blocks, ...readFlow(caption.children, reading)]
}

function readCallout(node: Element, reading: Reading): ContentNode {
  const named = node.attributes['kind']
  const kind = calloutKinds.find((one) => one === named) ?? 'note'
  return { type: 'callout', attrs: { kind }, content: readFilled(node.children, reading) }
}

function readFootnote(node: Element, reading: Reading): ContentNode[] {
  const label = node.attributes['label'] ?? ''
  const content = readFilled(node.children, reading)
  if (!footnoteLabel.test(label)) return content
  return [{ type: 'footnoteDefinition', attrs: { label }, content }]
}

/** The place is at the start of the first text. */
function withAnchor(anchor: readonly ContentNode[], blocks: ContentNode[]): ContentNode[] {
  if (anchor.length === 0) return blocks
  const [block, ...others] = blocks
  if (block?.type !== 'paragraph' && block?.type !== 'heading') {
    return [paragraph(anchor), ...blocks]
  }
  return [{ ...block, content: [...anchor, ...children(block)] }, ...others]
}
