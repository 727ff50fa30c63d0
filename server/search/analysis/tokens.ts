import { characterKind, kindOf, kindOfCharacter } from './characters.ts'
import { foldSpelling, limitMarks } from './fold.ts'
import { splitIdentifier } from './identifiers.ts'
import { segmentWords } from './segment-words.ts'
import { maxWordLength, type Token } from './token.ts'

/** A run of characters of one kind, and where it begins. */
export type RunVisitor = (run: string, kind: number, start: number) => void

const { none, spaced, mark, joiner, han, hangul, segmented, special } = characterKind

const emoji =
  /(?:\p{RI}\p{RI}|\p{Extended_Pictographic}[\uFE0F\p{EMod}]?(?:\u200D\p{Extended_Pictographic}[\uFE0F\p{EMod}]?)*)/uy

/** Where a run begins and ends, and its kind. */
export type OffsetVisitor = (start: number, end: number, kind: number) => void

/** Visits the runs of a text; what is no word, number or symbol is left out. */
export function visitRuns(text: string, visit: RunVisitor): void {
  visitRunOffsets(text, (start, end, kind) => visit(text.slice(start, end), kind, start))
}

/** As `visitRuns`, without copies of the runs. */
export function visitRunOffsets(text: string, visit: OffsetVisitor): void {
  for (let index = 0; index < text.length;) {
    const kind = kindAt(text, index)
    const end = endOfNext(text, index, kind)
    if (isRun(kind)) visit(index, end, kind)
    index = end
  }
}

/** Units that two parts of a run share: a pair of characters is whole in one of them. */
const sharedUnits = 4

/**
 * Visits the runs in which a global pattern matches, or all without one, in steps: each visits runs of
 * `unitsPerStep`. A longer run of a script without spaces is visited in parts; a longer word at once.
 */
export function* visitMatchingRuns(
  text: string,
  pattern: RegExp | undefined,
  visit: RunVisitor,
  unitsPerStep: number,
): Generator<void, void> {
  let index = 0
  let visited = 0
  let parts: Generator<void, void> | undefined
  const take: RunVisitor = (run, kind, start) => {
    if (kind === spaced || run.length <= unitsPerStep) visit(run, kind, start)
    else parts = visitParts(run, kind, start, { visit, length: unitsPerStep })
  }
  while (index < text.length) {
    let at = index
    if (pattern !== undefined) {
      pattern.lastIndex = index
      const match = pattern.exec(text)
      if (match === null) return
      at = match.index
    }
    let start = at
    while (start > index && kindOf(text.charCodeAt(start - 1)) !== none) start -= 1
    index = start
    while (index <= at) {
      index = visitNext(text, index, take)
      if (parts === undefined) continue
      yield* parts
      parts = undefined
      start = index
      visited = 0
    }
    visited += index - start
    if (visited >= unitsPerStep) {
      yield
      visited = 0
    }
  }
}

/** Visits the parts of a run, cut between characters, and pauses behind each but the last. */
function* visitParts(
  run: string,
  kind: number,
  start: number,
  { visit, length }: { visit: RunVisitor; length: number },
): Generator<void, void> {
  let from = 0
  while (run.length - from > length) {
    const to = characterStart(run, from + length)
    visit(run.slice(from, to), kind, start + from)
    yield
    from = characterStart(run, to - sharedUnits)
  }
  visit(run.slice(from), kind, start + from)
}

/** Steps back from the second unit of a character. */
function characterStart(text: string, at: number): number {
  return text.charCodeAt(at) >>> 10 === 0x37 ? at - 1 : at
}

/** Visits the run at a place, if one begins there, and gives the next place. */
export function visitNext(text: string, index: number, visit: RunVisitor): number {
  const kind = kindAt(text, index)
  const end = endOfNext(text, index, kind)
  if (isRun(kind)) visit(text.slice(index, end), kind, index)
  return end
}

function isRun(kind: number): boolean {
  return kind !== none && kind !== joiner && kind !== mark
}

function endOfNext(text: string, index: number, kind: number): number {
  if (!isRun(kind)) return index + 1
  return kind === special ? endOfSpecial(text, index) : endOfRun(text, index, kind)
}

/** The tokens of a text by its compatibility forms (full-width letters, ligatures), without their places. */
export function readTokens(text: string): Token[] {
  const all: Token[] = []
  visitRuns(limitMarks(text).normalize('NFKC'), (run, kind) => {
    for (const token of cutRun(run, kind)) all.push(token)
  })
  return all
}

/** A character of two units counts by what it is as a whole. */
function kindAt(text: string, index: number): number {
  const kind = kindOf(text.charCodeAt(index))
  if (kind !== special) return kind
  const point = text.codePointAt(index) ?? 0
  if (point >= 0xd800 && point <= 0xdfff) return none
  return kindOfCharacter(String.fromCodePoint(point))
}

/** A run of one kind; single joiners hold words together: `snake.case`, `ada@example.com`, `don't`. */
function endOfRun(text: string, start: number, kind: number): number {
  let index = start
  while (index < text.length) {
    const next = kindAt(text, index)
    if (next === kind || next === mark) index += text.charCodeAt(index) >>> 10 === 0x36 ? 2 : 1
    else if (kind !== spaced || next !== joiner || kindAt(text, index + 1) !== spaced) break
    else index += 1
  }
  if (kind !== spaced) return index
  // C++ and C#
  if (text.startsWith('++', index)) return index + 2
  return text[index] === '#' ? index + 1 : index
}

function endOfSpecial(text: string, start: number): number {
  emoji.lastIndex = start
  const matched = emoji.exec(text)
  if (matched !== null) return start + matched[0].length
  return start + ((text.codePointAt(start) ?? 0) > 0xffff ? 2 : 1)
}

/** Texts repeat their words: the tokens of one are cut once until this many are known. */
const maxKnown = 20_000
const maxKnownLength = 24
const known = new Map<string, readonly Token[]>()

function splitKnown(run: string): readonly Token[] {
  let tokens = known.get(run)
  if (tokens !== undefined) return tokens
  tokens = splitIdentifier(run)
  if (run.length <= maxKnownLength) {
    if (known.size >= maxKnown) known.clear()
    known.set(run, tokens)
  }
  return tokens
}

export function cutRun(run: string, kind: number): readonly Token[] {
  if (kind === spaced) return splitKnown(run)
  if (kind === han) return cutPairs(run)
  if (kind === hangul) return cutPairs(limitMarks(run).normalize('NFC'))
  if (kind === segmented) return segmentWords(run)
  return cutEmoji(run)
}

function cutPairs(run: string): Token[] {
  const characters = Array.from(foldSpelling(run))
  // Alone it has nothing but itself to be found by, and counts as a word.
  if (characters.length === 1) return [{ kind: 'plain', text: characters.join('') }]
  const tokens: Token[] = []
  for (const [index, character] of characters.entries()) {
    const next = characters[index + 1]
    if (next !== undefined) tokens.push({ kind: 'pair', text: character + next })
    tokens.push({ kind: 'character', text: character })
  }
  return tokens
}

/** A joined emoji is found whole and by each of its parts, in any skin tone. */
function cutEmoji(run: string): Token[] {
  const plain = run.replaceAll(/[\uFE0F\p{EMod}]/gu, '')
  const parts = plain.split('\u200D')
  const texts = parts.length > 1 ? [plain, ...parts] : parts
  return texts
    .filter((text) => text !== '')
    .map((text) => ({ kind: 'plain', text: text.slice(0, maxWordLength) }))
}
