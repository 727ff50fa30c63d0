import { Node } from 'prosemirror-model'
import { TextSelection, type Transaction } from 'prosemirror-state'
import { Step, Transform } from 'prosemirror-transform'
import type { DecorationSet } from 'prosemirror-view'
import type { PageDocument } from '../../../content/document.ts'
import type { StepJson } from '../../../content/steps/batch.ts'
import { fromElsewhere, type LiveTarget } from '../lib/page-body.ts'
import {
  collab,
  collabVersion,
  confirmSent,
  dropUnconfirmed,
  releaseBatch,
  sentBatch,
  type SentBatch,
  takeBack,
  takeBatch,
  unconfirmedBatch,
  unconfirmedCount,
  unconfirmedMaps,
  type View,
} from './collab.ts'
import { cursors, selectionWatch, setCursors } from './cursors.ts'
import { stepsBetween } from './document-diff.ts'
import type { Confirmed } from './incoming.ts'
import type { JournalBatch, LiveJournal } from './live-types.ts'
import type { Taken } from './merge/receive.ts'
import { merging } from './parts.ts'
import { PlainTarget } from './plain-target.ts'
import { VersionMaps } from './version-maps.ts'

/** Of one batch; the server takes twice as many. */
const maxSteps = 1000
/** For what stands around the steps in a frame. */
const spareBytes = 1000

/**
 * How confirmed changes were taken. `waits`: an input method composes there and would be disturbed, or what merges them
 * is not loaded yet.
 */
export type Received = 'shown' | 'waits' | 'unreadable'

type Unconfirmed = {
  version: number
  base: PageDocument
  steps: readonly StepJson[]
  sent: JournalBatch | undefined
}

/** The document of a live page and the steps in it that are not confirmed. */
export class LiveSteps {
  #target: LiveTarget
  #uninstall: () => void
  readonly #maps: VersionMaps
  /** Called when the person moves the cursor, comes into the text or leaves it. */
  onSelection: () => void = () => undefined

  /** `base` is the document of the version; what the target has beyond it is not confirmed. */
  constructor(target: LiveTarget, version: number, base: PageDocument) {
    this.#target = target
    this.#maps = new VersionMaps(version)
    const before = Node.fromJSON(target.state.schema, base)
    this.#uninstall = this.#install(version, changeOf(before, target.state.doc))
  }

  get version(): number {
    return collabVersion(this.#target.state)
  }

  get count(): number {
    return unconfirmedCount(this.#target.state)
  }

  get doc(): Node {
    return this.#target.state.doc
  }

  /** Whether an editor shows the document. */
  get isShown(): boolean {
    return !(this.#target instanceof PlainTarget)
  }

  /** False if the document of this version is another one on the server. */
  matches(version: number, hash: number): boolean {
    if (version !== this.version || this.count > 0) return true
    return (merging.now?.merge.documentHash(this.doc) ?? hash) === hash
  }

  /** The document as the server has it. */
  confirmed(): Node {
    return this.count === 0 ? this.doc : takeBack(this.#target.state).doc
  }

  /** The document as the server has it, with the `first` unconfirmed steps. */
  seen(first: number): PageDocument {
    return documentOf(takeBack(this.#target.state, first).doc)
  }

  /** Goes on in an editor, which then shows the document, or without one. */
  move(target: LiveTarget | undefined): void {
    const { version } = this
    const { steps } = unconfirmedBatch(this.#target.state)
    const sent = this.taken()
    const base = documentOf(this.confirmed())
    this.#uninstall()
    this.#target = target ?? new PlainTarget(this.doc)
    this.#resume({ version, base, steps, sent })
  }

  /** The person changed the document where no editor shows it. */
  write(content: PageDocument): void {
    const { state } = this.#target
    this.#dispatchSteps(stepsBetween(state.doc, Node.fromJSON(state.schema, content)))
  }

  /** Undefined also if the first step is larger than a frame. */
  take(id: string, maxBytes: number): SentBatch | undefined {
    const count = countWithin(unconfirmedBatch(this.#target.state).steps, maxBytes)
    return count === 0 ? undefined : takeBatch(this.#view(), id, count)
  }

  taken(): SentBatch | undefined {
    return sentBatch(this.#target.state)
  }

  release(id: string): void {
    releaseBatch(this.#view(), id)
  }

  /** Undoes what is not confirmed. */
  discard(): void {
    dropUnconfirmed(this.#view())
  }

  /** Shows confirmed changes, all at once. `reserved` are the IDs of the next batches. */
  receive(confirmed: readonly Confirmed[], reserved: readonly string[]): Received {
    if (confirmed.length === 0) return 'shown'
    const maps = this.#confirmSent(confirmed) ?? this.#merge(confirmed, reserved)
    if (typeof maps === 'string') return maps
    for (const one of maps) this.#maps.add(one)
    return 'shown'
  }

  /** Undefined if there is more to do than to note that all was accepted as it was sent. */
  #confirmSent([first, ...others]: readonly Confirmed[]): Taken | undefined {
    const isSent = first?.type === 'accepted' && first.id === this.taken()?.id
    return isSent && others.length === 0 ? [confirmSent(this.#view())] : undefined
  }

  #merge(confirmed: readonly Confirmed[], reserved: readonly string[]): Taken {
    const { now } = merging
    if (now !== undefined) return now.merge.receive(this.#target, this.#view(), confirmed, reserved)
    void merging.load()
    return 'waits'
  }

  /** The unconfirmed steps: those that were sent, and the others. */
  journal(sent: string | undefined, next: string): LiveJournal {
    const { state } = this.#target
    const { base, steps } = unconfirmedBatch(state)
    const count = sent === undefined ? 0 : (sentBatch(state)?.steps.length ?? 0)
    const batches: JournalBatch[] = []
    if (sent !== undefined && count > 0) batches.push({ id: sent, steps: steps.slice(0, count) })
    if (steps.length > count) batches.push({ id: next, steps: steps.slice(count) })
    const { anchor, head } = state.selection
    return { version: base, batches, isSent: count > 0, selection: { anchor, head } }
  }

  /** Goes on with unconfirmed steps on an older version, whose document is `base`. */
  restore({ version, batches, isSent, selection }: LiveJournal, base: PageDocument): void {
    const steps = batches.flatMap((batch) => batch.steps)
    this.#uninstall()
    this.#maps.reset(version)
    this.#resume({ version, base, steps, sent: isSent ? batches[0] : undefined })
    if (selection !== undefined) this.#select(selection)
  }

  /** Shows `base` with the steps, which are not confirmed. */
  #resume({ version, base, steps, sent }: Unconfirmed): void {
    const { schema } = this.#target.state
    const parsed = steps.map((json) => Step.fromJSON(schema, json))
    const earlier = transformOf(Node.fromJSON(schema, base), parsed)
    this.#dispatchSteps(stepsBetween(this.doc, earlier.doc), true)
    this.#uninstall = this.#install(version, earlier)
    if (sent !== undefined) takeBatch(this.#view(), sent.id, sent.steps.length)
  }

  /** Where the person is, in the document as the server has it; undefined when they are elsewhere. */
  selection(): { anchor: number; head: number } | undefined {
    const { state, isFocused } = this.#target
    if (!isFocused) return undefined
    const inverses = unconfirmedMaps(state)
      .map((map) => map.invert())
      .toReversed()
    const back = (position: number) => inverses.reduce((at, map) => map.map(at, -1), position)
    return { anchor: back(state.selection.anchor), head: back(state.selection.head) }
  }

  /** Where a position of a version is now. */
  locate(position: number, version: number): number | undefined {
    const at = this.#maps.locate(position, version)
    if (at === undefined) return undefined
    return unconfirmedMaps(this.#target.state).reduce((found, map) => map.map(found, -1), at)
  }

  /** Draws the cursors of others. */
  decorate(draw: (doc: Node) => DecorationSet): void {
    this.#target.readSelection?.()
    if (this.isShown) this.#target.dispatch(setCursors(this.#target.state, draw(this.doc)))
  }

  /** Moves the cursor to a position of a version. */
  goTo(position: number, version: number): void {
    const at = this.locate(position, version) ?? 0
    this.#select({ anchor: at, head: at })
    this.#target.dispatch(this.#target.state.tr.scrollIntoView())
  }

  /** Inserts paragraphs at the end. */
  append(text: string): void {
    const { schema, tr, doc } = this.#target.state
    const blocks = text
      .split('\n')
      .filter((line) => line !== '')
      .map((line) => schema.node('paragraph', null, schema.text(line)))
    this.#target.dispatch(tr.insert(doc.content.size, blocks).scrollIntoView())
  }

  /** What no editor shows can still be read afterwards. */
  close(): void {
    if (this.isShown) this.#uninstall()
  }

  #install(version: number, earlier: Transform): () => void {
    const plugins = [collab(version, () => merging.now?.merge.mendUndo, earlier)]
    const shown = [cursors(), selectionWatch(() => this.onSelection())]
    return this.#target.install(this.isShown ? [...plugins, ...shown] : plugins)
  }

  #select({ anchor, head }: { anchor: number; head: number }): void {
    const { state } = this.#target
    const { size } = state.doc.content
    const at = (position: number) => state.doc.resolve(Math.min(position, size))
    const selection = TextSelection.between(at(anchor), at(head))
    this.#target.dispatch(state.tr.setSelection(selection))
  }

  #dispatchSteps(steps: readonly Step[], isElsewhere = false): void {
    const transaction = this.#target.state.tr
    for (const step of steps) transaction.step(step)
    if (isElsewhere) transaction.setMeta(fromElsewhere, true).setMeta('addToHistory', false)
    this.#target.dispatch(transaction)
  }

  #view(): View {
    const target = this.#target
    return {
      get state() {
        return target.state
      },
      dispatch: (transaction: Transaction) => {
        if (transaction.docChanged) transaction.setMeta(fromElsewhere, true)
        target.dispatch(transaction.setMeta('preventAutolink', true))
      },
    }
  }
}

export function documentOf(doc: Node): PageDocument {
  // SAFETY: a document of the page schema.
  return doc.toJSON() as PageDocument
}

function transformOf(before: Node, steps: readonly Step[]): Transform {
  const transform = new Transform(before)
  for (const step of steps) transform.step(step)
  return transform
}

function changeOf(before: Node, after: Node): Transform {
  return transformOf(before, stepsBetween(before, after))
}

/** How many of the first steps a frame can have. */
function countWithin(steps: readonly object[], maxBytes: number): number {
  const encoder = new TextEncoder()
  let left = maxBytes - spareBytes
  for (const [index, step] of steps.slice(0, maxSteps).entries()) {
    left -= encoder.encode(JSON.stringify(step)).length + 1
    if (left < 0) return index
  }
  return Math.min(steps.length, maxSteps)
}
