import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Node } from 'prosemirror-model'
import { pairs, textsOf } from '../../test/fixtures/tokens/pairs.ts'
import { parseMarkdown } from '../parse-markdown.ts'
import { schema } from '../schema.ts'
import { tokenTexts } from '../tokens/tokens.ts'
import { writeMarkdown } from '../write-markdown.ts'
import { choose, type Dispute, mergeVersions } from './dispute.ts'
import type { Versions } from './edits.ts'
import { showConflict } from './locations.ts'

function read(markdown: string): Node {
  const parsed = parseMarkdown(markdown)
  assert.ok(parsed.ok)
  return schema.nodeFromJSON(parsed.document)
}

const write = (node: Node) => writeMarkdown(node.toJSON()).trim()

function versionsOf({ base, mine, theirs }: { base: string; mine: string; theirs: string }) {
  return { base: read(base), mine: read(mine), now: read(theirs) }
}

function disputeOf(versions: Versions): Dispute {
  const settled = mergeVersions(versions)
  assert.ok(!settled.ok)
  return settled.dispute
}

/** The document after a side was chosen in each place. */
function decided(versions: Versions, side: 'mine' | 'theirs'): Node {
  for (let at = versions; ;) {
    const settled = mergeVersions(at)
    if (settled.ok) return settled.doc
    const [first] = settled.dispute.conflicts
    assert.ok(first)
    at = choose(settled.dispute, first, side)
  }
}

/** A page with a paragraph for each letter. */
const letters = (text: string) => read(text.split('').join('\n\n'))

const sides = {
  base: 'The budget is 5,000 for all.\n\nOne.\n\nDue on Monday at noon.',
  mine: 'The budget is 8,000 for all.\n\nOne, mine.\n\nDue on Tuesday at noon.',
  theirs: 'The budget is 9,000 for all.\n\nOne.\n\nDue on Friday at noon, theirs.',
}

describe('mergeVersions', () => {
  it('is settled where both moved and repeated paragraphs', () => {
    for (const [base, mine, now] of [
      ['cee', '', 'eaaca'],
      ['deba', 'ad', 'abdda'],
    ] as const) {
      const versions = { base: letters(base), mine: letters(mine), now: letters(now) }
      decided(versions, 'mine').check()
      const result = decided(versions, 'theirs')
      result.check()
      for (const letter of now) assert.ok(result.textContent.includes(letter), letter)
    }
  })

  it('has the outcome of each pair of changes, and writes no third word whatever is chosen', () => {
    const wrong: string[] = []
    for (const pair of pairs) {
      const texts = textsOf(pair)
      const versions = versionsOf(texts)
      const settled = mergeVersions(versions)
      if (settled.ok === (pair.expected === 'conflict')) wrong.push(pair.name)
      const results = settled.ok
        ? { merged: settled.doc }
        : {
            settled: settled.dispute.settled,
            mine: decided(versions, 'mine'),
            theirs: decided(versions, 'theirs'),
          }
      const known = new Set([texts.mine, texts.theirs, texts.base].flatMap(tokenTexts))
      for (const result of Object.values(results)) {
        result.check()
        const unknown = tokenTexts(write(result)).filter((token) => !known.has(token))
        if (unknown.length > 0) wrong.push(`${pair.name}: ${unknown.join(' ')} is new`)
      }
      if (results.mine === undefined) continue
      assert.equal(write(results.settled), write(versions.now), pair.name)
      assert.equal(write(results.theirs), write(versions.now), pair.name)
      const [removed, written] = pair.mine
      if (written !== '') assert.ok(write(results.mine).includes(written), pair.name)
      else assert.ok(!write(results.mine).includes(removed), pair.name)
    }
    assert.deepEqual(wrong, [])
  })

  it('settles all that nobody disputes', () => {
    const { base, mine, settled, settledBase, conflicts } = disputeOf(versionsOf(sides))
    assert.equal(conflicts.length, 2)
    assert.equal(write(base), sides.base.replace('noon.', 'noon, theirs.'))
    assert.equal(write(mine), sides.mine.replace('noon.', 'noon, theirs.'))
    assert.equal(write(settled), sides.theirs.replace('One.', 'One, mine.'))
    assert.equal(write(settledBase), write(base).replace('One.', 'One, mine.'))
  })

  it('takes an address, a heading and a cell as places of their own', () => {
    const page = (level: string, address: string, cell: string) =>
      `${level} Head\n\nText.\n\nSee [a](https://${address}.example).\n\n| a |\n| - |\n| ${cell} |`
    const { conflicts, settled } = disputeOf(
      versionsOf({
        base: page('##', 'x', '1'),
        mine: `${page('###', 'y', '2')}\n\nMine.`,
        theirs: page('#', 'z', '3'),
      }),
    )
    assert.deepEqual(
      conflicts.map(({ mine: [edit] }) => edit?.kind),
      ['attribute', 'mark', 'replace'],
    )
    assert.equal(write(settled), write(read(`${page('#', 'z', '3')}\n\nMine.`)))
  })

  it('shows a conflict with the text around it', () => {
    const { base, conflicts } = disputeOf(versionsOf(sides))
    assert.partialDeepStrictEqual(
      conflicts.map((conflict) => showConflict(base, conflict)),
      [
        {
          before: 'The budget is ',
          base: '5,000',
          yours: '8,000',
          theirs: '9,000',
          behind: ' for all.',
        },
        {
          before: 'Due on ',
          base: 'Monday',
          yours: 'Tuesday',
          theirs: 'Friday',
          behind: ' at noon, theirs.',
        },
      ],
    )
  })
})

describe('choose', () => {
  it('takes a side in one place, and leaves the others open', () => {
    const dispute = disputeOf(versionsOf(sides))
    const [first] = dispute.conflicts
    assert.ok(first)
    const mine = disputeOf(choose(dispute, first, 'mine'))
    assert.equal(mine.conflicts.length, 1)
    assert.match(write(mine.settled), /is 8,000 for.*mine.*Friday at noon, theirs/s)
    const theirs = disputeOf(choose(dispute, first, 'theirs'))
    assert.equal(theirs.conflicts.length, 1)
    assert.match(write(theirs.mine), /is 9,000 for.*mine.*Tuesday at noon, theirs/s)
  })
})
