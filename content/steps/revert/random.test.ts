import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { Transform } from 'prosemirror-transform'
import { writerOf } from '../../../test/support/reverts/past-changes.ts'
import {
  lettersIn,
  lettersOf,
  pick,
  RandomPage,
  rewrittenLetters,
} from '../../../test/support/reverts/random-edits.ts'
import { tokenTexts } from '../../tokens/tokens.ts'
import { isMapOf, whollyBy } from '../attribution.ts'
import { type Change, changeOf } from '../batch.ts'
import { checkChange } from '../check-step.ts'
import { diffDocuments } from '../diff.ts'
import { rebase } from '../rebase.ts'
import type { PastChange } from './past-change.ts'
import { revertChanges } from './revert-changes.ts'

const people = ['ada', 'ben', 'cem', 'agent'].map((userId) => writerOf(userId))
const reverter = writerOf('reverter')

const seeds = 60
const changeCount = 60

type History = {
  base: Node
  now: Node
  past: PastChange[]
  /** Who wrote each letter. */
  authors: Map<string, string>
  /** Letters that the agent removed last. */
  removed: Set<string>
  /** The words of the page, and of what each writer made of it, at any time. */
  words: Set<string>
}

/**
 * Random changes of three people and an agent, who see each other's with a delay. `areCompared`: programs save whole
 * pages, so that the steps are what two documents differ in.
 */
function writeHistory(seed: number, areCompared: boolean): History {
  const page = new RandomPage(seed)
  const { random } = page
  const authors = new Map(lettersOf(page.document).map((letter) => [letter, 'base']))
  const documents = [page.document]
  const words = new Set(wordsIn(page.document))
  const accepted: Change[] = []
  const past: PastChange[] = []
  const removed = new Set<string>()
  for (let turn = 0; turn < changeCount; turn += 1) {
    const writer = pick(people, random)
    const isReverted = writer.userId === 'agent'
    const delay = isReverted ? 0 : Math.floor(random() * 4)
    const from = Math.max(0, accepted.length - delay)
    const seen = documents[from] ?? assert.fail()
    const isProgram = isReverted && random() < 0.7
    const { tr, moves } = isProgram ? page.byProgram(seen) : page.byHand(seen, writer.userId)
    const now = documents.at(-1) ?? assert.fail()
    const created = areCompared ? diffDocuments(seen, tr.doc) : { steps: tr.steps, moves }
    if (areCompared && !isReverted) {
      const compared = new Transform(seen)
      for (const step of created.steps) compared.step(step)
      for (const letter of rewrittenLetters(compared)) authors.set(letter, writer.userId)
    }
    const change = changeOf(created.steps, created.moves, writer.userId)
    const rebased = rebase(now, accepted.slice(from), change)
    assert.ok(rebased.ok)
    if (!checkChange(now, rebased.doc).ok) continue
    const letters = new Set(lettersOf(rebased.doc))
    for (const letter of lettersOf(now)) {
      if (letters.has(letter)) continue
      if (isReverted) removed.add(letter)
    }
    for (const letter of letters) {
      removed.delete(letter)
      if (!authors.has(letter)) authors.set(letter, writer.userId)
    }
    for (const word of [...wordsIn(tr.doc), ...wordsIn(rebased.doc)]) words.add(word)
    documents.push(rebased.doc)
    accepted.push(rebased.change)
    past.push({ ...rebased, writer, isReverted })
  }
  const now = documents.at(-1) ?? assert.fail()
  return { base: page.document, now, past, authors, removed, words }
}

function wordsIn(document: Node): string[] {
  const texts = tokenTexts(document.textBetween(0, document.content.size, '\n', '\ufffc'))
  return texts.filter((text) => text.trim() !== '')
}

describe('revertChanges of random changes by three people and an agent', () => {
  for (const areCompared of [false, true]) {
    const name = areCompared ? 'of whole pages' : 'of steps'
    it(`loses no letter of others, and keeps of the run what it lists, ${name}`, () => {
      for (let seed = 1; seed <= seeds; seed += 1) assertReverts(seed, areCompared)
    })
  }
})

function assertReverts(seed: number, areCompared: boolean): void {
  const { base, now, past, authors, removed, words } = writeHistory(seed, areCompared)
  const known = whollyBy(base, writerOf('base'))
  const { doc, attribution, remaining } = revertChanges(base, known, past, reverter)
  const where = `seed ${seed}`
  doc.check()
  assert.ok(isMapOf(attribution, doc), where)
  const letters = new Set(lettersOf(doc))
  const isOther = (letter: string) => authors.get(letter) !== 'agent'
  const wanted = [...lettersOf(now), ...removed].filter(isOther)
  const offered = new Set(remaining.flatMap(({ before = '' }) => lettersIn(before)))
  const lost = wanted.filter((letter) => !letters.has(letter) && !offered.has(letter))
  assert.deepEqual(lost, [], `${where}: lost`)
  const staying = remaining.filter(({ reason }) => reason !== 'inside')
  const listed = new Set(staying.flatMap(({ text }) => lettersIn(text)))
  const left = [...letters].filter((letter) => !isOther(letter) && !listed.has(letter))
  assert.deepEqual(left, [], `${where}: left`)
  if (areCompared) {
    const unknown = wordsIn(doc).filter((word) => !words.has(word))
    assert.deepEqual(unknown, [], `${where}: words that nobody wrote`)
  }
  const text = doc.textBetween(0, doc.content.size, ' ', '\ufffc')
  for (const one of remaining) assert.ok(text.includes(one.text), `${where}: ${one.text}`)
}
