import type { Node } from 'prosemirror-model'
import { Mapping, Transform } from 'prosemirror-transform'
import { checkDocument, type PageDocument } from '../document.ts'
import type { ContentNode } from '../node.ts'
import { schema } from '../schema.ts'
import { diffSteps } from '../steps/diff.ts'

type Content = readonly ContentNode[]
/** Spaces at the start or the end of a line. */
type Spaces = { from: number; to: number; isLeading: boolean }

/**
 * Returns the spaces at the ends of lines that an edit took away because Markdown has none there: somebody may be
 * typing at one of them.
 */
export function keepSpaces(before: PageDocument, after: PageDocument): PageDocument {
  const [old, now] = [before.content, after.content]
  const start = countSame(old, now, (list, index) => list[index])
  const left = Math.min(old.length, now.length) - start
  const end = countSame(old, now, (list, index) => list.at(-1 - index), left)
  if (now.length === start + end) return after
  const changed = nodeOf(old.slice(start, old.length - end))
  const spaces = spacesOf(changed)
  if (spaces.length === 0) return after
  const spaced = insertSpaces(changed, spaces, nodeOf(now.slice(start, now.length - end)))
  const checked = spaced && checkDocument(spaced.toJSON())
  if (checked?.ok !== true) return after
  const blocks = checked.document.content
  return {
    type: 'doc',
    content: [...now.slice(0, start), ...blocks, ...now.slice(now.length - end)],
  }
}

function countSame(
  old: Content,
  now: Content,
  at: (list: Content, index: number) => ContentNode | undefined,
  max = Math.min(old.length, now.length),
): number {
  let count = 0
  while (count < max && at(old, count) === at(now, count)) count += 1
  return count
}

function nodeOf(content: Content): Node {
  return schema.nodeFromJSON({ type: 'doc', content })
}

function spacesOf(document: Node): Spaces[] {
  const spaces: Spaces[] = []
  document.descendants((node, position) => {
    if (!node.isTextblock) return true
    if (node.type.spec.code === true) return false
    const text = node.textBetween(0, node.content.size, undefined, ({ type }) =>
      type.name === 'hardBreak' ? '\n' : '\ufffc',
    )
    if (text.trim() === '') return false
    for (const { 0: found, index, 1: leading } of text.matchAll(
      /(?<=^|\n)( +)|(?<! ) +(?=\n|$)/g,
    )) {
      const from = position + 1 + index
      spaces.push({ from, to: from + found.length, isLeading: leading !== undefined })
    }
    return false
  })
  return spaces
}

/** The changed blocks with the spaces that stand in lines which are still there. Undefined if there are none. */
function insertSpaces(before: Node, spaces: readonly Spaces[], after: Node): Node | undefined {
  const trimmed = new Transform(before)
  for (const { from, to } of spaces.toReversed()) trimmed.delete(from, to)
  const change = new Mapping(diffSteps(trimmed.doc, after).map((step) => step.getMap()))
  const result = new Transform(after)
  for (const { from, to, isLeading } of spaces) {
    const at = change.mapResult(trimmed.mapping.map(from), isLeading ? -1 : 1)
    const position = result.mapping.map(at.pos, isLeading ? -1 : 1)
    if (at.deletedAcross || !isEdge(result.doc, position, isLeading)) continue
    result.insert(position, before.slice(from, to).content)
  }
  return result.docChanged ? result.doc : undefined
}

function isEdge(document: Node, position: number, isLeading: boolean): boolean {
  const { parent, nodeBefore, nodeAfter } = document.resolve(position)
  if (!parent.isTextblock || parent.type.spec.code === true) return false
  const [outer, inner] = isLeading ? [nodeBefore, nodeAfter] : [nodeAfter, nodeBefore]
  const [outerText, innerText] = isLeading
    ? [outer?.text?.at(-1), inner?.text?.at(0)]
    : [outer?.text?.at(0), inner?.text?.at(-1)]
  const isOuter = outer === null || outer.type.name === 'hardBreak' || outerText === '\n'
  return (
    isOuter && inner !== null && inner.type.name !== 'hardBreak' && !/^[ \n]$/.test(innerText ?? '')
  )
}
