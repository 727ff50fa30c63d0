import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { startServer, type TestServer } from '../../../test/support/server.ts'
import { newId } from '../../lib/ids.ts'
import { runRecorded } from '../idempotency/recorded-transactions.ts'
import { onPage } from './page-queue.ts'

let quire: TestServer
before(async () => {
  quire = await startServer()
})
after(() => quire.close())

/** The order of what requests with and without an idempotency key do. */
function recorder() {
  const done: string[] = []
  const note = (what: string) => async () => void done.push(what)
  const { store } = quire.app
  const { workspaceId } = quire
  const page = () => ({ workspaceId, pageId: newId() })
  const recording = { onPart: note('part committed'), onEnd: note('committed') }
  return { done, note, store, workspaceId, page, recording }
}

describe('onPage', () => {
  it('ends with an error of the work, and lets the next change start', async () => {
    const { store, page } = recorder()
    const one = page()
    const fail = async () => assert.fail('Refused')
    await assert.rejects(onPage(store, one, fail), /Refused/)
    assert.equal(await onPage(store, one, async () => 'next'), 'next')
  })

  it('starts no other change before that of a request with a key is committed', async () => {
    const { done, note, store, workspaceId, page, recording } = recorder()
    const one = page()
    let other: Promise<void> | undefined
    await runRecorded(
      store,
      async (keyed) => {
        await onPage(keyed, one, () => keyed.transactIn({ workspaceId }, note('keyed')))
        other = onPage(store, one, note('other'))
        await nextTurn()
        done.push('answer')
      },
      recording,
    )
    await other
    assert.deepEqual(done, ['keyed', 'answer', 'committed', 'other'])
  })

  it('commits before a request with a key waits for another page, or for the same again', async () => {
    const { done, note, store, workspaceId, page, recording } = recorder()
    const [one, two] = [page(), page()]
    await runRecorded(
      store,
      async (keyed) => {
        const change = (what: string) => () => keyed.transactIn({ workspaceId }, note(what))
        await onPage(keyed, one, change('first'))
        const other = onPage(store, two, () => store.transactIn({ workspaceId }, note('other')))
        await onPage(keyed, two, change('second'))
        await other
        await onPage(keyed, two, change('third'))
      },
      recording,
    )
    assert.deepEqual(done, [
      'first',
      'part committed',
      'other',
      'second',
      'part committed',
      'third',
      'committed',
    ])
  })
})
