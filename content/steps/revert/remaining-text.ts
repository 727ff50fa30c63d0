import { Fragment, type Node } from 'prosemirror-model'
import type { Transform } from 'prosemirror-transform'
import type { Attribution, Writer } from '../attribution.ts'
import { sliceRuns } from '../attribution/runs.ts'
import { inlineNodes } from '../insert.ts'
import type { Range } from '../mapping.ts'
import type { CorrectedAt, RetainedAt } from '../redo-state.ts'
import { rangeOfWords } from './corrections.ts'

/**
 * Text that stays: `inside` is what others wrote inside of text that is gone, `copied` what they copied from it, and
 * `corrected` what they wrote instead of words that are gone. Positions are those of the document.
 */
export type RemainingText = Range & {
  readonly reason: 'inside' | 'copied' | 'corrected'
  readonly text: string
  /** What would have returned in the place of a correction. */
  readonly before?: string
  /** Missing for a correction of the kind of a block, which is not taken back. */
  readonly location?: CorrectedLocation
  readonly writer: Writer | undefined
}

/** The words of a correction, and the content that would have returned there. */
export type CorrectedLocation = Range & { readonly former: Fragment }

/** The document after a revert. */
type Written = { doc: Node; attribution: Attribution }

/** A correction and who made it. */
type Correction = CorrectedAt & { readonly writer: Writer | undefined }

type Found = {
  corrections: readonly Correction[]
  retained: readonly RetainedAt[]
  copied: readonly Range[]
  atEnd: number
}

/** Everything that stays, in order. `copied` are ranges of the document after `atEnd` steps. */
export function remainingTexts(
  now: Written,
  tr: Transform,
  { corrections, retained, copied, atEnd }: Found,
): RemainingText[] {
  // A word that is what would have returned is no correction, but others may have written it inside of the run's text.
  const correctedTexts = correctionsIn(now, tr, corrections).filter(
    ({ location }) => location !== undefined && !contentOf(now.doc, location).eq(location.former),
  )
  const copies = copied
    .map((range) => finalRange(tr, atEnd, range))
    .flatMap((range) => without(range, correctedTexts))
    .flatMap((range) => wholeWords(now.doc, range))
  const inside = retained
    .map((entry) => finalRange(tr, entry.step, entry))
    .flatMap((range, index, all) => without(range, innerOf(range, all.slice(index + 1))))
    .flatMap((range) => without(range, copies))
    .flatMap((range) => without(range, correctedTexts))
  const remaining = [
    ...correctedTexts,
    ...inside.map((range) => remainingText(now, range, 'inside')),
    ...copies.map((range) => remainingText(now, range, 'copied')),
  ]
  return joinRemaining(tr.doc, remaining)
}

/** Where others corrected words, in order. Corrections of one place are one, with all that stood there. */
function correctionsIn(now: Written, tr: Transform, found: readonly Correction[]): RemainingText[] {
  const locations = found.map(({ from, to, step, former, writer }) => {
    const map = tr.mapping.slice(step)
    const outer = { from: map.map(from, -1), to: map.map(to, 1) }
    const words = rangeOfWords(now.doc, outer)
    const [start, end] = [map.map(from, 1), map.map(to, -1)]
    if (from === to) {
      // What others wrote where the words of the run are gone stands in their place.
      const location = words === undefined ? { from: start, to: start } : outer
      return { location: { ...location, former }, range: location, writer }
    }
    const location = { from: start, to: Math.max(start, end), former }
    return { location, range: words ?? outer, writer }
  })
  const joined: typeof locations = []
  for (const { location, range, writer } of locations.toSorted(
    (a, b) => a.location.from - b.location.from,
  )) {
    const last = joined.at(-1)
    if (last !== undefined && location.to <= last.location.to) {
      // Others wrote there again where they had deleted words of the run.
      const former = withSpace(last.location.former, location.former)
      joined[joined.length - 1] = { ...last, location: { ...last.location, former } }
      continue
    }
    const isNext =
      last !== undefined && last.range.to >= range.from && location.from >= last.location.to
    const between =
      isNext && tr.doc.resolve(location.from).sameParent(tr.doc.resolve(last.location.to))
    if (!isNext || !between) {
      joined.push({ location, range, writer })
      continue
    }
    const space = contentOf(now.doc, { from: last.location.to, to: location.from })
    const former = inlineOf(last.location.former).append(space).append(inlineOf(location.former))
    joined[joined.length - 1] = {
      writer: last.writer,
      location: { from: last.location.from, to: location.to, former },
      range: { from: last.range.from, to: Math.max(last.range.to, range.to) },
    }
  }
  return joined.map(({ location, range, writer }) => {
    const before = location.former.textBetween(0, location.former.size, ' ', '\ufffc').trim()
    const part = remainingText(now, range, 'corrected')
    return { ...part, writer: part.text === '' ? writer : part.writer, before, location }
  })
}

function withSpace(before: Fragment, after: Fragment): Fragment {
  const { schema } = before.firstChild?.type ?? after.firstChild?.type ?? {}
  const space = schema === undefined ? Fragment.empty : Fragment.from(schema.text(' '))
  return inlineOf(before).append(space).append(inlineOf(after))
}

/** Content for a text, also where it stood in blocks of its own. */
export function inlineOf(content: Fragment): Fragment {
  return content.firstChild?.isBlock === true ? Fragment.from(inlineNodes(content)) : content
}

/** A script in which a letter says as much as a word. */
const wordLike = /[\p{Script=Han}\p{Script=Hangul}]/u

/** A range without the words at its ends that it has only in part: these are those of their last writer. */
function wholeWords(doc: Node, { from, to }: Range): Range[] {
  const [first, last] = [rangeOfWords(doc, { from, to: from }), rangeOfWords(doc, { from: to, to })]
  const isCut = (word: Range | undefined, at: number): word is Range =>
    word !== undefined &&
    word.from < at &&
    at < word.to &&
    !wordLike.test(doc.textBetween(word.from, word.to, ' ', '\ufffc'))
  const start = isCut(first, from) ? first.to : from
  const end = isCut(last, to) ? last.from : to
  return end > start ? [{ from: start, to: end }] : []
}

function contentOf(doc: Node, { from, to }: Range): Fragment {
  return doc.slice(from, to).content
}

/** A range of the document after some of the steps, in the document after all. */
function finalRange(tr: Transform, step: number, range: Range): Range {
  const map = tr.mapping.slice(step)
  return { from: map.map(range.from, 1), to: map.map(range.to, -1) }
}

/** The ranges within another one, in order. */
function innerOf({ from, to }: Range, ranges: readonly Range[]): Range[] {
  const inner = ranges.filter((one) => from <= one.from && one.to <= to)
  return inner.toSorted((a, b) => a.from - b.from)
}

/** What is left of a range beside others, which are in order. */
function without({ from, to }: Range, others: readonly Range[]): Range[] {
  const left: Range[] = []
  let start = from
  for (const other of others) {
    if (other.to <= start || other.from >= to) continue
    if (other.from > start) left.push({ from: start, to: other.from })
    start = other.to
  }
  if (to > start) left.push({ from: start, to })
  return left
}

function remainingText(
  { doc, attribution }: Written,
  { from, to }: Range,
  reason: RemainingText['reason'],
): RemainingText {
  const text = to > from ? doc.textBetween(from, to, ' ', '\ufffc').trim() : ''
  const [run] = sliceRuns(attribution.runs, from, to)
  return { from, to, reason, text, writer: attribution.writers[run?.[1] ?? -1] }
}

/** In the order of the document. Neighbouring parts are one, as long as only space is between them. */
function joinRemaining(doc: Node, parts: readonly RemainingText[]): RemainingText[] {
  const joined: RemainingText[] = []
  for (const part of parts.toSorted((a, b) => a.from - b.from)) {
    if (part.reason !== 'corrected' && !isTelling(part)) continue
    const last = joined.at(-1)
    const isSame =
      part.reason !== 'corrected' &&
      last?.reason === part.reason &&
      last.writer?.userId === part.writer?.userId
    if (last !== undefined && isSame && isNear(doc, last.to, part.from)) {
      const to = Math.max(last.to, part.to)
      const text = doc.textBetween(last.from, to, ' ', '\ufffc').trim()
      joined[joined.length - 1] = { ...last, to, text }
    } else joined.push(part)
  }
  return joined
}

/** Marks alone are not copied, they only happen to be the same. */
function isTelling({ text, reason }: RemainingText): boolean {
  return reason === 'copied' ? /[\p{L}\p{N}\ufffc]/u.test(text) : text !== ''
}

function isNear(doc: Node, from: number, to: number): boolean {
  return from >= to || doc.textBetween(from, to, ' ', '\ufffc').trim() === ''
}
