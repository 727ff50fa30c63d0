import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Pair, pairs, textsOf } from '../../fixtures/tokens/pairs.ts'
import { addPage, markdownOf, storedPage } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { type AgentRuns, agentRuns } from '../../support/reverts/agent-runs.ts'
import { partsOf } from '../../support/reverts/random-pages.ts'
import { addKey, startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let calls: AgentRuns
let bob: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  calls = agentRuns(quire, await addKey(quire))
  bob = (await addPerson(quire, 'Bob', 'MEMBER')).key
})
after(() => quire.close())

/** The page after Bob: he corrects the run where both changed the same words, and adds his change elsewhere. */
function afterBob({ theirs: [find, text], expected }: Pair, mine: string, theirs: string): string {
  const isElsewhere = (expected === 'merged' || expected === 'near') && mine.includes(find)
  return isElsewhere ? mine.replace(find, () => text) : theirs
}

/** Whether both replace the same words by others, of which none stays. A person who deletes what the run wrote gets the former words back. */
function isCorrection({ theirs, mine }: Pair): boolean {
  const isReplaced = theirs[0] === mine[0] && !mine[1].includes(mine[0])
  return isReplaced && [theirs[1], mine[1]].every((text) => /[\p{L}\p{N}]/u.test(text))
}

async function revertPair(pair: Pair): Promise<void> {
  const { base, mine, theirs } = textsOf(pair)
  const pageId = await addPage(quire, 'Pair', { markdown: base })
  const body = async (text: string) => {
    const { version } = await storedPage(quire, pageId)
    return { pageId, mode: 'body', text, expectedVersion: version }
  }
  const first = await markdownOf(quire, pageId)
  await calls.newRun()('/v1/pages/edit', await body(mine))
  const runId = await calls.runOf(pageId)
  const run = await markdownOf(quire, pageId)
  await calls.write('/v1/pages/edit', await body(afterBob(pair, mine, theirs)), bob)
  const corrected = await markdownOf(quire, pageId)
  const { pages } = await calls.preview({ runId })
  const reverted = await calls.revert({ runId })
  const result = await markdownOf(quire, pageId)
  const about = `${pair.name}\n${first}\n${run}\n${corrected}\n->\n${result}`
  assert.deepEqual(reverted.pages, pages, about)
  const sides = [first, run, corrected].map(partsOf)
  const { words, kinds } = partsOf(result)
  for (const name of ['words', 'kinds'] as const) {
    const known = new Set(sides.flatMap((side) => [...side[name]]))
    const found = name === 'words' ? words : kinds
    assert.deepEqual([...found.difference(known)], [], `${name}, ${about}`)
  }
  assert.ok(!result.includes('<table'), about)
  const hasOtherWords = words.symmetricDifference(partsOf(first).words).size > 0
  if (isCorrection(pair) && hasOtherWords) {
    assert.ok(
      pages.some(({ remaining }) => remaining.length > 0),
      `lists nothing, ${about}`,
    )
  }
  const again = await calls.revert({ runId })
  assert.deepEqual(
    again.pages.filter(({ actions }) => actions.length > 0),
    [],
    about,
  )
}

describe('the revert of a run that wrote one side of a pair, with the other by a person', () => {
  for (const pair of pairs) it(`makes no third word: ${pair.name}`, () => revertPair(pair))
})
