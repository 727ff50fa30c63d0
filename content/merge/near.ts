import type { Node } from 'prosemirror-model'
import type { Conflict } from './compare.ts'
import type { Edit, SideEdits } from './edits.ts'

/**
 * Ends of sentences: a mark and a space, or the mark of a script without spaces. A small letter or a number goes on after
 * an abbreviation.
 */
const sentenceEnd = /[.!?…]["'”’)\]]*\s+(?![\s\p{Nd}\p{Ll}])|[。！？]|\n/gu

/** Nodes that a reader takes in at once. */
const readWhole: ReadonlySet<string> = new Set([
  'tableCell',
  'tableHeader',
  'listItem',
  'taskItem',
  'kanbanCard',
])

/** Edits of both sides in the same sentence, cell or list item. */
export function adjacentEdits(base: Node, { mine, theirs }: SideEdits): Conflict[] {
  const bySentence = new Map<string, { mine: Edit[]; theirs: Edit[] }>()
  for (const edit of mine) {
    const sentence = sentenceOf(base, edit)
    if (sentence === undefined) continue
    const known = bySentence.get(sentence) ?? { mine: [], theirs: [] }
    known.mine.push(edit)
    bySentence.set(sentence, known)
  }
  if (bySentence.size === 0) return []
  for (const edit of theirs) bySentence.get(sentenceOf(base, edit) ?? '')?.theirs.push(edit)
  return [...bySentence.values()].filter((sentence) => sentence.theirs.length > 0)
}

function sentenceOf(base: Node, edit: Edit): string | undefined {
  if (edit.kind === 'attribute' || (edit.kind === 'replace' && !edit.isInline)) return undefined
  const $from = base.resolve(edit.from)
  const { parent } = $from
  if (!parent.inlineContent) return undefined
  const start = $from.start()
  const isWhole = $from.depth > 0 && readWhole.has($from.node(-1).type.name)
  if (isWhole) return `${start}`
  const offset = edit.from - start
  // One character more tells whether a sentence ends before it.
  const text = parent.textBetween(0, Math.min(parent.content.size, offset + 2), '', ' ')
  const ends = text.matchAll(sentenceEnd).filter((end) => end.index + end[0].length <= offset)
  return `${start} ${[...ends].length}`
}
