import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { Transform } from 'prosemirror-transform'
import { nodeOf, pastChanges, writerOf } from '../../../test/support/reverts/past-changes.ts'
import { writeMarkdown } from '../../write-markdown.ts'
import { whollyBy, type Writer } from '../attribution.ts'
import { attributedText } from '../attribution/text.ts'
import { revertChanges } from './revert-changes.ts'

const by = (userId: string, runId: string | null = null) => writerOf(userId, runId)
const ada = by('ada')
const agent = by('ada', 'run')

/** A page that each writer leaves as the given Markdown. */
function revert(first: string, changes: readonly (readonly [Writer, string])[]) {
  const base = nodeOf(first)
  const past = pastChanges(base, changes, agent)
  const result = revertChanges(base, whollyBy(base, ada), past, by('eve'))
  const remaining = result.remaining.map(({ reason, text, writer }) => [
    reason,
    text,
    writer?.userId,
  ])
  return { ...result, remaining, markdown: writeMarkdown(result.doc.toJSON()).trim() }
}

describe('revertChanges', () => {
  it('throws for steps that do not fit the document', () => {
    const base = nodeOf('short')
    const steps = new Transform(nodeOf('much longer')).delete(5, 9).steps
    const past = [{ writer: agent, steps, isReverted: true }]
    assert.throws(() => revertChanges(base, whollyBy(base, ada), past, ada), RangeError)
  })

  it('leaves a page as it is without such changes', () => {
    const { markdown, remaining } = revert('one', [[ada, 'one two']])
    assert.deepEqual([markdown, remaining], ['one two', []])
  })

  it('removes what the run wrote, and returns what it removed', () => {
    const { markdown, remaining } = revert('# Plan\n\nShip on Friday.\n\nTell Ben.', [
      [agent, '# Plan\n\nShip on Monday morning.\n\nAsk Cem first.'],
    ])
    assert.deepEqual([markdown, remaining], ['# Plan\n\nShip on Friday.\n\nTell Ben.', []])
  })

  it('keeps later edits of others in the text around it', () => {
    const { markdown } = revert('Ship on Friday.\n\nTell Ben.', [
      [agent, 'Ship on Monday.\n\nTell Ben.\n\nAsk Cem.'],
      [ada, 'Please ship on Monday.\n\nTell Ben and Dora.\n\nAsk Cem.'],
    ])
    assert.equal(markdown, 'Please ship on Friday.\n\nTell Ben and Dora.')
  })

  it('keeps and lists what others wrote inside of its text', () => {
    const { markdown, remaining } = revert('Intro.', [
      [agent, 'Intro.\n\nThe agent wrote this sentence here.'],
      [ada, 'Intro.\n\nThe agent, says Ada, wrote this sentence here.'],
    ])
    assert.match(markdown, /says Ada/)
    assert.doesNotMatch(markdown, /sentence/)
    assert.deepEqual(remaining, [['inside', ', says Ada,', 'ada']])
  })

  it('lists what others copied from its text', () => {
    const sentence = 'Seven small words that the agent wrote'
    const { markdown, remaining } = revert('Intro.\n\nEnd.', [
      [agent, `Intro.\n\n${sentence}\n\nEnd.`],
      [ada, `Intro.\n\n${sentence}\n\nEnd.\n\nQuoted: ${sentence}`],
    ])
    assert.equal(markdown, `Intro.\n\nEnd.\n\nQuoted: ${sentence}`)
    assert.deepEqual(remaining, [['copied', sentence, 'ada']])
  })

  it('returns a paragraph that the run moved, with what others wrote in it since', () => {
    const { markdown } = revert('First words of all.\n\nSecond words of all.\n\nThird.', [
      [agent, 'Third.\n\nSecond words of all.\n\nFirst words of all.'],
      [ada, 'Third.\n\nSecond words of all.\n\nFirst good words of all.'],
    ])
    assert.equal(markdown, 'First good words of all.\n\nSecond words of all.\n\nThird.')
  })

  it('does not return what others removed too', () => {
    const { markdown } = revert('One.\n\nTwo.\n\nThree.', [
      [agent, 'One.\n\nTwo changed.\n\nThree.'],
      [ada, 'One.\n\nThree.'],
    ])
    assert.equal(markdown, 'One.\n\nThree.')
  })

  it('gives the text that returns to its author', () => {
    const { doc, attribution } = revert('Ship on Friday.', [[agent, 'Wait.']])
    const writers = attributedText(doc, attribution).flatMap(({ parts }) =>
      parts.map(({ writer }) => [writer?.userId, writer?.runId]),
    )
    assert.deepEqual(writers, [['ada', null]])
  })

  it('undoes marks, and changes of blocks', () => {
    const { markdown } = revert('Plain text here.\n\n- [ ] Task', [
      [agent, '**Plain** text here.\n\n- [x] Task'],
    ])
    assert.equal(markdown, 'Plain text here.\n\n- [ ] Task')
  })

  it('keeps a word in which the run wrote, where others joined its paragraph since', () => {
    const { markdown } = revert('Friday\n\nEnd.', [
      [agent, 'FriXYday\n\nEnd.'],
      [ada, 'FriXYdayEnd.'],
    ])
    assert.match(markdown, /Fri(?:XY)?day/)
    assert.match(markdown, /End/)
  })

  it('removes a block of the run also where others split it between words', () => {
    const { markdown, remaining } = revert('Intro.', [
      [agent, 'Intro.\n\nThe agent wrote this'],
      [ada, 'Intro.\n\nThe\n\nagent wrote this'],
    ])
    assert.equal(markdown, 'Intro.')
    assert.deepEqual(remaining, [])
  })

  it('recognises a short block that others wrote again after it was removed', () => {
    const { remaining } = revert('Intro.', [
      [agent, 'Intro.\n\nCall the bank'],
      [ada, 'Intro.'],
      [ada, 'Intro.\n\nCall the bank'],
    ])
    assert.deepEqual(remaining, [['copied', 'Call the bank', 'ada']])
  })

  it('lists letters that a save of an older state brings back', () => {
    const { markdown, remaining } = revert('Intro.', [
      [agent, 'Intro.\n\nCall the good bank'],
      [ada, 'Intro.\n\nCall the bank'],
      [by('ben'), 'Intro.\n\nCall the good bank soon'],
    ])
    assert.equal(markdown, 'Intro.\n\ngood\n\nsoon')
    assert.deepEqual(
      remaining.map(([reason, text, userId]) => [reason, text, userId]),
      [
        ['copied', 'good', 'ben'],
        ['inside', 'soon', 'ben'],
      ],
    )
  })

  it('does not take other text for an earlier state of a block', () => {
    const { remaining } = revert('Intro.', [
      [agent, 'Intro.\n\nCall the good bank'],
      [ada, 'Intro.\n\nCall the bank'],
      [by('ben'), 'Intro.\n\nCall the bank\n\nSome goods are sold out'],
    ])
    assert.deepEqual(remaining, [])
  })
})
