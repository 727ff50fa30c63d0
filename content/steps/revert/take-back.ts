import { type Node, Slice } from 'prosemirror-model'
import { ReplaceStep, Transform } from 'prosemirror-transform'
import { insertSlice } from '../insert.ts'
import { removeRanges } from '../remove.ts'
import { tryStep } from '../try-step.ts'
import type { CorrectedLocation } from './remaining-text.ts'
import { separateAt } from './separate-words.ts'

/** The document with what stood in some places before the run, instead of the corrections there. */
export function takeBack(document: Node, locations: readonly CorrectedLocation[]): Transform {
  const tr = new Transform(document)
  for (const { from, to, former } of locations.toSorted((a, b) => b.from - a.from)) {
    const slice = new Slice(former, 0, 0)
    if (!tryStep(tr, new ReplaceStep(from, to, slice))) {
      // The block in which it stood is gone.
      if (to > from) removeRanges(tr, [{ from, to }])
      insertSlice(tr, from, slice)
      continue
    }
    separateAt(tr, from + former.size)
    separateAt(tr, from)
  }
  return tr
}
