import { pageOf } from '../../../../content/board.ts'
import type { PageDocument } from '../../../../content/document.ts'
import { children } from '../../../../content/node.ts'
import type { ContentNode } from '../../../../content/node.ts'
import { schema } from '../../../../content/schema.ts'
import { editsBetween } from '../../lib/edits.ts'
import type { Edit } from '../../lib/edits.ts'

type Blocks = readonly ContentNode[]

/**
 * A stretch of the merged page: merged, or changed on both sides, for a person to choose. Beside it
 * what they have there; for a conflict also what it was before both changed it.
 */
export type Hunk =
  | { kind: 'merged'; blocks: Blocks; theirs: Blocks }
  | { kind: 'conflict'; base: Blocks; mine: Blocks; theirs: Blocks }

export type Choice = 'mine' | 'theirs' | 'both'

/** The document with every attribute written out, so that equal documents are equal as text. */
export function normal(document: PageDocument): PageDocument {
  // SAFETY: what the schema writes of a document is a document.
  const { content = [] } = schema.nodeFromJSON(document).toJSON() as Partial<PageDocument>
  return { type: 'doc', content }
}

export function sameDocument(a: PageDocument, b: PageDocument): boolean {
  return a === b || JSON.stringify(normal(a)) === JSON.stringify(normal(b))
}

/**
 * Merges two changes of one page, block by block. Lists, quotes and columns that both changed are
 * merged within; a block that both changed differently is a conflict.
 */
export function mergeDocuments(
  base: PageDocument,
  mine: PageDocument,
  theirs: PageDocument,
): Hunk[] {
  return mergeBlocks(normal(base).content, normal(mine).content, normal(theirs).content)
}

/** The merged page, with a choice applied to each conflict. */
export function applyChoices(
  hunks: readonly Hunk[],
  choose: (index: number) => Choice,
): PageDocument {
  let index = 0
  const content = hunks.flatMap((hunk) => {
    if (hunk.kind === 'merged') return hunk.blocks
    const choice = choose(index++)
    return [...(choice === 'mine' ? [] : hunk.theirs), ...(choice === 'theirs' ? [] : hunk.mine)]
  })
  return { type: 'doc', content: content.length > 0 ? unmixed(content) : [{ type: 'paragraph' }] }
}

/** Columns stand on a board only: beside other blocks they become headings with lists. */
function unmixed(content: Blocks): Blocks {
  if (content.every(({ type }) => type === 'kanbanColumn')) return content
  return content.flatMap((block) => pageOf({ type: 'doc', content: [block] }).content)
}

export function conflictsIn(hunks: readonly Hunk[]): Extract<Hunk, { kind: 'conflict' }>[] {
  return hunks.filter((hunk) => hunk.kind === 'conflict')
}

const keyOf = (block: ContentNode) => JSON.stringify(block)

function mergeBlocks(base: Blocks, mine: Blocks, theirs: Blocks): Hunk[] {
  const hunks: Hunk[] = []
  let position = 0
  for (const { from, to, ours, others } of regions(
    editsBetween(base, mine, keyOf),
    editsBetween(base, theirs, keyOf),
  )) {
    if (from > position) hunks.push(untouched(base.slice(position, from)))
    hunks.push(
      ...mergeRegion(base.slice(from, to), applied(base, from, to, ours), {
        theirs: applied(base, from, to, others),
        changed: { mine: ours.length > 0, theirs: others.length > 0 },
      }),
    )
    position = to
  }
  if (position < base.length) hunks.push(untouched(base.slice(position)))
  return hunks
}

function untouched(blocks: Blocks): Hunk {
  return { kind: 'merged', blocks, theirs: blocks }
}

type Region = {
  from: number
  to: number
  ours: Edit<ContentNode>[]
  others: Edit<ContentNode>[]
}

/** Edits of both sides that touch the same blocks, put together; all others stand alone. */
function regions(mine: Edit<ContentNode>[], theirs: Edit<ContentNode>[]): Region[] {
  const all = [
    ...mine.map((edit) => ({ edit, side: 'ours' as const })),
    ...theirs.map((edit) => ({ edit, side: 'others' as const })),
  ].sort((a, b) => a.edit.from - b.edit.from || a.edit.to - b.edit.to)
  const found: Region[] = []
  for (const { edit, side } of all) {
    const last = found.at(-1)
    // Two insertions at one place change no block: both stay, one after the other.
    const overlaps = last !== undefined && edit.from < last.to
    const region = overlaps ? last : { from: edit.from, to: edit.to, ours: [], others: [] }
    if (!overlaps) found.push(region)
    region.to = Math.max(region.to, edit.to)
    region[side].push(edit)
  }
  return found.filter((region, index) => !isRepeated(region, found[index - 1]))
}

/** Both sides inserted the same at the same position: once is enough. */
function isRepeated(region: Region, before: Region | undefined): boolean {
  if (before === undefined || region.from !== before.from || region.to !== before.to) return false
  const put = (one: Region) => keyed([...one.ours, ...one.others].flatMap((edit) => edit.put))
  return region.from === region.to && put(region) === put(before)
}

function keyed(blocks: Blocks): string {
  return JSON.stringify(blocks)
}

/** The blocks from `from` to `to` as these edits leave them. */
function applied(base: Blocks, from: number, to: number, edits: Edit<ContentNode>[]): Blocks {
  const blocks: ContentNode[] = []
  let position = from
  for (const edit of edits) {
    blocks.push(...base.slice(position, edit.from), ...edit.put)
    position = edit.to
  }
  return [...blocks, ...base.slice(position, to)]
}

type Sides = { theirs: Blocks; changed: { mine: boolean; theirs: boolean } }

function mergeRegion(base: Blocks, mine: Blocks, { theirs, changed }: Sides): Hunk[] {
  if (!changed.theirs || keyed(mine) === keyed(theirs)) {
    return [{ kind: 'merged', blocks: mine, theirs }]
  }
  if (!changed.mine) return [untouched(theirs)]
  return mergeEach(base, mine, theirs) ?? [{ kind: 'conflict', base, mine, theirs }]
}

/**
 * Blocks of which there are as many on each side, each merged by itself, so that one in conflict holds back
 * none of its neighbours; undefined when there are not as many.
 */
function mergeEach(base: Blocks, mine: Blocks, theirs: Blocks): Hunk[] | undefined {
  if (base.length !== mine.length || base.length !== theirs.length) return undefined
  const hunks: Hunk[] = []
  for (const [index, block] of base.entries()) {
    const one = mergeBlock(block, mine[index], theirs[index])
    const sides = { mine: mine.slice(index, index + 1), theirs: theirs.slice(index, index + 1) }
    const last = hunks.at(-1)
    if (one !== undefined) {
      hunks.push({ kind: 'merged', blocks: [one], theirs: sides.theirs })
    } else if (last?.kind === 'conflict') {
      last.base = [...last.base, block]
      last.mine = [...last.mine, ...sides.mine]
      last.theirs = [...last.theirs, ...sides.theirs]
    } else {
      hunks.push({ kind: 'conflict', base: [block], ...sides })
    }
  }
  return hunks
}

function mergeBlock(
  base: ContentNode,
  mine: ContentNode | undefined,
  theirs: ContentNode | undefined,
): ContentNode | undefined {
  if (mine === undefined || theirs === undefined) return undefined
  if (keyOf(mine) === keyOf(theirs) || keyOf(theirs) === keyOf(base)) return mine
  if (keyOf(mine) === keyOf(base)) return theirs
  const type = schema.nodes[base.type]
  // Rows of a table that both changed might no longer be of one length.
  if (type === undefined || type.inlineContent || type.isLeaf || base.type === 'table') {
    return undefined
  }
  if (!sameFrame(base, mine) || !sameFrame(base, theirs)) return undefined
  const hunks = mergeBlocks(children(base), children(mine), children(theirs))
  if (conflictsIn(hunks).length > 0) return undefined
  const content = hunks.flatMap((hunk) => (hunk.kind === 'merged' ? hunk.blocks : []))
  const merged = { ...mine, content }
  return isValid(merged) ? merged : undefined
}

function sameFrame(a: ContentNode, b: ContentNode): boolean {
  return a.type === b.type && JSON.stringify(a.attrs) === JSON.stringify(b.attrs)
}

/** Each side may have taken another item out of a list, which may not be empty. */
function isValid(block: ContentNode): boolean {
  const node = schema.nodeFromJSON(block)
  return node.type.validContent(node.content)
}
