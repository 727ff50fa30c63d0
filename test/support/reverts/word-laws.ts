import assert from 'node:assert/strict'
import type { Node } from 'prosemirror-model'
import { whollyBy } from '../../../content/steps/attribution.ts'
import { revertChanges } from '../../../content/steps/revert/revert-changes.ts'
import { tokenTexts } from '../../../content/tokens/tokens.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import { nodeOf, pastChanges, writerOf } from './past-changes.ts'
import { agent, randomWords } from './random-words.ts'

/** Checks that a revert leaves each word to its last writer, and lists those that others corrected. */
export function checkWords(seed: number): void {
  const { base, changes, expected, corrected } = randomWords(seed)
  const start = nodeOf(base)
  const past = pastChanges(start, changes, agent)
  const { doc, remaining } = revertChanges(start, whollyBy(start, writerOf('ada')), past, agent)
  const about = `seed ${seed}\n${[base, ...changes.map(([{ userId }, page]) => `${userId}:\n${page}`)].join('\n\n')}\n\n`
  const known = new Set(
    [base, ...changes.map(([, page]) => page)].flatMap((page) => wordsIn(nodeOf(page))),
  )
  const unknown = wordsIn(doc).filter((word) => !known.has(word))
  assert.deepEqual(unknown, [], `has words that nobody wrote, ${about}`)
  assert.equal(markdownOf(doc), markdownOf(nodeOf(expected)), about)
  const listed = remaining.map(({ reason, text, before }) => [reason, text, before])
  for (const [text, before] of corrected) {
    const isListed = listed.some(
      ([reason, words = '', earlier = '']) =>
        reason === 'corrected' &&
        (text !== '' || words === '') &&
        words.includes(text) &&
        earlier.includes(before),
    )
    assert.ok(
      isListed,
      `does not list ${text} before ${before}: ${JSON.stringify(listed)}, ${about}`,
    )
  }
  assert.equal(listed.length, corrected.length, `${JSON.stringify(listed)}, ${about}`)
}

function wordsIn(document: Node): string[] {
  return tokenTexts(document.textBetween(0, document.content.size, '\n', '\ufffc'))
}

function markdownOf(document: Node): string {
  return writeMarkdown(document.toJSON()).trim()
}
