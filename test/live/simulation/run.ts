import type { Node } from 'prosemirror-model'
import type { SentBatch } from '../../../web/src/live/collab.ts'
import type { Authority } from './authority.ts'
import type { Link } from './network.ts'
import type { Random } from './random.ts'
import type { Timeline } from './timeline.ts'
import type { Writer } from './writer.ts'

export type Setting = {
  readonly seed: number
  readonly page: Node
  readonly writers: number
  /** How many of the writers are cut off for 30 seconds. */
  readonly offline: number
  readonly seconds: number
  readonly hasAgent: boolean
  /** A third of the edits of the structure create or change blocks of newer kinds. */
  readonly createsBlocks?: boolean
  /** Two programs replace numbers and dates, one in writes of its own, one in proposals that are accepted later. */
  readonly replacesTokens?: boolean
  /** Called with each batch that the server accepts or refuses. */
  readonly onBatch?: (run: Run, before: Node, sent: SentBatch) => void
}

export type Run = {
  readonly setting: Setting
  readonly random: Random
  readonly timeline: Timeline
  readonly authority: Authority
  readonly people: readonly Person[]
  readonly nextLetter: () => string
  readonly typed: Set<string>
  /** Letters that each person typed, or removed otherwise than by undo. */
  readonly handled: Map<string, Set<string>>
  /** Letters that someone removed who had them on the screen. */
  readonly deleted: Set<string>
  /** For each letter, who wrote it again: in something that they moved, or that undo or redo brought back. */
  readonly rewriters: Map<string, Set<string>>
  readonly errors: string[]
  /** Numbers and dates that programs wrote, and how many of these writes were refused. */
  readonly replaced: { written: number; refused: number }
  /** Words of a page after the write of a program that nobody wrote. */
  readonly unknownTokens: string[]
}

export type Person = { readonly writer: Writer; readonly link: Link; batches: number }
