import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listOperations, type NamedOperation } from '../../server/operations/index.ts'
import { isForPeople } from '../../server/operations/operation.ts'
import { addFile, addPage, nobody } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { leastTurns, leastWork } from '../support/turns.ts'
import { ownPage, signIn } from '../support/visitor.ts'
import { documentOf, largestInput, type Share, textOf } from './largest-inputs.ts'

/** Other programs on the machine make any figure larger, and none smaller: the least of several counts. */
const rounds = 3
const attempts = 4
/** Milliseconds of processor time below which a ratio says nothing. */
const floor = 40
const mostRatio = 2.3
/** Milliseconds of processor time of the main thread in one turn of the event loop. */
const longestTurn = 50

/** These end the session of the walk. */
const leftOut = new Set(['session.removeAll', 'session.remove', 'session.end'])
/** Searches come first: they read the texts of all the pages that the others leave behind. */
const posted = listOperations()
  .filter(({ id, method }) => method === 'POST' && !leftOut.has(id))
  .toSorted((one, other) => Number(other.noun === 'search') - Number(one.noun === 'search'))

let quire: TestServer
let fileId: string
let cookie: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  fileId = await addFile(quire, await addPage(quire, 'Home'), { content: 'x'.repeat(1000) })
  const { cookies } = await signIn(quire)
  cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
})
after(() => quire.close())

/** What the walk asks instead, where the schema alone leads nowhere. */
const instead: Record<string, (share: Share, pageId: string) => object> = {
  'pages.edit': (share) => ({ mode: 'append', text: textOf(50_000 * share) }),
  'pages.get': (_, page) => ({ page, maxBytes: 4_000_000 }),
  'comments.create': () => ({ quote: 'of the last paragraph' }),
}

/** A page of its own for what takes one: some operations move it or throw it away. */
async function pageOf({ input }: NamedOperation, share: Share): Promise<string> {
  if (!('pageId' in input.properties || 'page' in input.properties)) return nobody
  const { workspaceId } = quire
  const pageId = await addPage(quire, `Page of ${share}`)
  const content = documentOf(1_400_000 * share)
  const { status } = await quire.post('/v1/pages/update', { workspaceId, pageId, content })
  assert.equal(status, 200)
  return pageId
}

async function prepare(operation: NamedOperation, share: Share) {
  const { workspaceId } = quire
  const pageId = await pageOf(operation, share)
  const payload = JSON.stringify({
    ...largestInput(operation, { workspaceId, pageId, fileId }, share),
    ...instead[operation.id]?.(share, pageId),
  })
  const who = isForPeople(operation)
    ? { ...ownPage, cookie }
    : { authorization: `Bearer ${quire.key}` }
  const headers = { 'content-type': 'application/json', ...who }
  return async () => {
    const { status } = await quire.request({
      method: 'POST',
      url: operation.path,
      headers,
      payload,
    })
    assert.notEqual(status, 500)
    return status
  }
}

type Cost = { half: number; whole: number; longest: number }

const isFine = ({ half, whole, longest }: Cost): boolean =>
  whole < Math.max(floor, half * mostRatio) && longest < longestTurn

describe('the largest input of every operation', () => {
  for (const operation of posted) {
    it(`${operation.id} takes at most ${mostRatio} times the work of half of it, in short turns`, async () => {
      const half = await prepare(operation, 0.5)
      const whole = await prepare(operation, 1)
      let cost: Cost = { half: Infinity, whole: Infinity, longest: Infinity }
      for (let attempt = 0; attempt < attempts && !isFine(cost); attempt += 1) {
        cost = {
          half: Math.min(cost.half, await leastWork(rounds, half)),
          whole: Math.min(cost.whole, await leastWork(rounds, whole)),
          longest: Math.min(cost.longest, (await leastTurns(rounds, whole)).longest),
        }
      }
      assert.ok(isFine(cost), JSON.stringify(cost))
    })
  }
})
