import { type Attrs, Fragment, type Node } from 'prosemirror-model'
import { AttrStep, ReplaceAroundStep, type Step, Transform } from 'prosemirror-transform'
import { writeMarkdown } from '../../write-markdown.ts'
import type { Writer } from '../attribution.ts'
import { mapPosition, type StepMapping } from '../mapping.ts'
import type { PastChange } from './past-change.ts'
import type { RemainingText } from './remaining-text.ts'

/** The kind and the attributes of a block, such as the level of a heading. */
type Kind = Pick<Node, 'type' | 'attrs'>

/** A block whose kind the run changed, and what others set after that. */
type ChangedBlock = {
  readonly pos: number
  readonly former: Kind
  readonly correction?: { readonly kind: Kind; readonly writer: Writer }
}

/** Where a corrected block is after the revert. */
type Found = {
  readonly at: number
  readonly former: Kind
  readonly kind: Kind
  readonly writer: Writer
}

/** Follows blocks whose kind or attributes reverted changes set, and who corrected these. */
export class CorrectedBlocks {
  #blocks: readonly ChangedBlock[] = []

  /** Follows the steps of a change; `docs` are the documents before each of them and after the last. */
  follow({ steps, isReverted, writer }: PastChange, docs: readonly Node[]): void {
    for (const [index, step] of steps.entries()) {
      const pos = positionOf(step)
      const [former, now] = [index, index + 1].map(
        (at) => pos !== undefined && blockAt(docs[at], pos),
      )
      this.#blocks = this.#blocks.flatMap((block) => {
        const { pos: start, deleted } = step.getMap().mapResult(block.pos, 1)
        return deleted && start !== pos ? [] : [{ ...block, pos: start }]
      })
      if (pos === undefined || !former || !now || !isOneBlock(former, now)) continue
      const known = this.#blocks.find((block) => block.pos === pos)
      if (known === undefined && !isReverted) continue
      const others = this.#blocks.filter((block) => block !== known)
      const origin = { pos, former: known?.former ?? former }
      if (isSame(origin.former, now)) this.#blocks = others
      else {
        const correction = isReverted ? undefined : { correction: { kind: now, writer } }
        this.#blocks = [...others, { ...origin, ...correction }]
      }
    }
  }

  /**
   * Sets the kind that others chose where the run had set the type of the block. `mapping` leads from the document before
   * the revert to the one after `atEnd` steps.
   */
  restore(tr: Transform, mapping: StepMapping, atEnd: number): void {
    for (const { at, former, kind } of this.#found(tr, mapping, atEnd)) {
      const node = tr.doc.nodeAt(at)
      if (node === null || node.type !== former.type || node.type === kind.type) continue
      // Code, for example, cannot hold marks that return.
      if (kind.type.validContent(node.content)) tr.setNodeMarkup(at, kind.type, kind.attrs)
    }
  }

  /** The corrections that stay: each line of Markdown that differs, as it is and as it was before the run. */
  remaining(tr: Transform, mapping: StepMapping, atEnd: number): RemainingText[] {
    const found = this.#found(tr, mapping, atEnd)
    const before = new Transform(tr.doc)
    for (const { at, former } of found) {
      const isPossible = former.type.validContent(tr.doc.nodeAt(at)?.content ?? Fragment.empty)
      if (isPossible) before.setNodeMarkup(at, former.type, former.attrs)
    }
    const blocks = Map.groupBy(found, ({ at }) => tr.doc.resolve(at).index(0))
    return [...blocks].flatMap(([index, corrections]) => {
      const [now, then] = [tr.doc, before.doc].map((doc) => linesOf(doc.child(index)))
      const lines = (now ?? []).flatMap((text, line) => {
        const former = then?.[line]
        return former === undefined || former === text ? [] : [{ text, before: former }]
      })
      return lines.flatMap((line, number) => {
        const { at, writer } = corrections[number] ?? corrections[0] ?? {}
        if (at === undefined) return []
        return [{ ...line, from: at, to: at + 1, reason: 'corrected' as const, writer }]
      })
    })
  }

  #found(tr: Transform, mapping: StepMapping, atEnd: number): Found[] {
    return this.#blocks.flatMap(({ pos, former, correction }) => {
      if (correction === undefined) return []
      const at = positionAfter({ pos, isLeaf: correction.kind.type.isLeaf }, tr, mapping, atEnd)
      const now = at === undefined ? undefined : blockAt(tr.doc, at)
      return at === undefined ||
        now === undefined ||
        !isOneBlock(former, now) ||
        isSame(former, correction.kind)
        ? []
        : [{ at, former, ...correction }]
    })
  }
}

/** Where a step changes the kind of a block and leaves its content. */
function positionOf(step: Step): number | undefined {
  if (step instanceof AttrStep) return step.pos
  return step instanceof ReplaceAroundStep ? step.from : undefined
}

/** A step that sets the type of a block replaces its edges, so the block is found by its inside. */
function positionAfter(
  { pos, isLeaf }: { pos: number; isLeaf: boolean },
  tr: Transform,
  mapping: StepMapping,
  atEnd: number,
): number | undefined {
  const mapped = mapPosition(mapping, 0, isLeaf ? pos : pos + 1, 1)
  const position = tr.mapping.slice(atEnd).map(mapped.pos, 1)
  if (isLeaf) return mapped.deleted ? undefined : position
  const $inside = tr.doc.resolve(position)
  return $inside.depth === 0 ? undefined : $inside.before()
}

function blockAt(doc: Node | undefined, pos: number): Node | undefined {
  const node = doc !== undefined && pos < doc.content.size ? doc.nodeAt(pos) : null
  return node?.isBlock === true ? node : undefined
}

function isOneBlock(before: Kind, after: Kind): boolean {
  return before.type === after.type || (before.type.isTextblock && after.type.isTextblock)
}

/** Lists are loose or tight by what stands in them. */
function isSame(one: Kind, other: Kind): boolean {
  const text = ({
    type,
    attrs: { tight: _tight, ...attrs },
  }: {
    type: Kind['type']
    attrs: Attrs
  }) => JSON.stringify([type.name, attrs])
  return text(one) === text(other)
}

function linesOf(block: Node): string[] {
  return writeMarkdown({ type: 'doc', content: [block.toJSON()] }).split('\n')
}
