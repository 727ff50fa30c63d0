import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { addComment, addFile, addPage, titlesUnder } from '../../../../test/support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../../../test/support/people.ts'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { stopAfter } from '../../../../test/support/transfer/imports.ts'
import { getTransfer, startTransfer } from '../../../../test/support/transfer/transfers.ts'
import { files, members, pages, type Store, systemViewer } from '../../../store/index.ts'
import { runTransfers } from './run-transfers.ts'

let quire: TestServer
let ben: Person
let targetId: string
let target: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
})
after(() => quire.close())
beforeEach(async () => {
  targetId = await addWorkspace(quire, 'Target')
  target = { ...quire, workspaceId: targetId }
})

const running = new AbortController().signal
const putAttempts = async () => undefined

function run({ signal = running, attempts = 0, store = quire.app.store } = {}): Promise<boolean> {
  const contextFor: typeof quire.app.contextFor = (caller) => ({
    ...quire.app.contextFor(caller),
    store,
  })
  const { workspaceId } = quire
  return runTransfers({ store, contextFor, workspaceId, attempts, putAttempts, signal })
}

async function addTree(count: number): Promise<string> {
  const root = await addPage(quire, 'Root')
  for (let index = 0; index < count; index += 1) {
    await addPage(quire, `Page ${index}`, { parentId: root, markdown: `[Root](/pages/${root})` })
  }
  await addFile(quire, root)
  return root
}

/** A store whose writes fail from the n-th on, as if the process had ended there. */
function endingAfter(writes: number): Store {
  const { store } = quire.app
  let left = writes
  const counted = <Arguments extends unknown[], Result>(
    write: (...given: Arguments) => Promise<Result>,
  ) => {
    return (...given: Arguments): Promise<Result> => {
      left -= 1
      return left < 0 ? Promise.reject(new TypeError('killed')) : write(...given)
    }
  }
  return {
    ...store,
    get: store.get.bind(store),
    all: store.all.bind(store),
    transactIn: counted(store.transactIn.bind(store)),
    transactAlone: counted(store.transactAlone.bind(store)),
  }
}

describe('runTransfers', () => {
  it('continues where it was stopped, and writes no page twice', async () => {
    const root = await addTree(40)
    const { id, copyId } = await startTransfer(quire, {
      pageId: root,
      targetWorkspaceId: targetId,
      kind: 'move',
    })
    assert.equal(await run({ signal: stopAfter(20) }), false)
    const stopped = await getTransfer(quire, id)
    assert.equal(stopped.state, 'running')
    assert.ok(stopped.done > 0 && stopped.done < 41, String(stopped.done))
    assert.equal(await run(), true)
    const ended = await getTransfer(quire, id)
    assert.deepEqual([ended.state, ended.done, ended.total, ended.files], ['done', 41, 41, 1])
    assert.equal((await titlesUnder(target, copyId)).length, 40)
    assert.deepEqual(await titlesUnder(target), ['Root'])
  })

  it('comes to the same end wherever the process is killed', async () => {
    for (let writes = 0; ; writes += 1) {
      const root = await addTree(20)
      const { id, copyId } = await startTransfer(quire, {
        pageId: root,
        targetWorkspaceId: targetId,
        kind: 'move',
      })
      const isKilled = await run({ store: endingAfter(writes) }).then(
        () => false,
        (error: unknown) => {
          assert.match(String(error), /killed/)
          return true
        },
      )
      // Either everything is in the source, or everything is in the target.
      const isLeft =
        (await pages.get(quire.app.store, systemViewer(quire.workspaceId), root)) === undefined
      const copied = (await titlesUnder(target, copyId)).length
      assert.ok(!isLeft || copied === 20, `${writes}: ${copied}`)
      await run()
      const ended = await getTransfer(quire, id)
      assert.deepEqual([ended.state, ended.done], ['done', 21], ended.error ?? '')
      assert.equal((await titlesUnder(target, copyId)).length, 20)
      const found = await files.ofPage(quire.app.store, targetId, copyId)
      assert.equal(found.length, 1)
      if (!isKilled) break
    }
  })

  it('takes along what changed while it ran', async () => {
    const root = await addTree(20)
    const { copyId } = await startTransfer(quire, {
      pageId: root,
      targetWorkspaceId: targetId,
      kind: 'move',
    })
    await run({ signal: stopAfter(19) })
    const { workspaceId } = quire
    const renamed = await quire.post('/v1/pages/update', {
      workspaceId,
      pageId: root,
      title: 'New',
    })
    assert.equal(renamed.status, 200)
    await addComment(quire, root)
    await addPage(quire, 'Late', { parentId: root })
    await run()
    assert.deepEqual(await titlesUnder(target), ['New'])
    assert.ok((await titlesUnder(target, copyId)).includes('Late'))
    const { body } = await quire.post<{ total: number }>('/v1/comments/list', {
      workspaceId: targetId,
      pageId: copyId,
    })
    assert.equal(body.total, 1)
  })

  it('undoes everything when it is cancelled, and leaves the originals', async () => {
    const root = await addTree(40)
    const { id } = await startTransfer(quire, {
      pageId: root,
      targetWorkspaceId: targetId,
      kind: 'move',
    })
    await run({ signal: stopAfter(20) })
    assert.deepEqual(await titlesUnder(target), ['Root'])
    const { workspaceId } = quire
    const cancelled = await quire.post('/v1/transfers/cancel', { workspaceId, transferId: id })
    assert.equal(cancelled.status, 200)
    await run()
    assert.equal((await getTransfer(quire, id)).state, 'cancelled')
    assert.deepEqual(await titlesUnder(target), [])
    assert.equal((await titlesUnder(quire, root)).length, 40)
  })

  it('undoes everything when the caller loses access, and says why', async () => {
    const bensId = await addWorkspace(quire, 'Of Ben', ben.userId)
    const asBen: TestServer = { ...quire, key: ben.key }
    const root = await addTree(40)
    const { id } = await startTransfer(asBen, {
      pageId: root,
      targetWorkspaceId: bensId,
      kind: 'move',
    })
    await run({ signal: stopAfter(20) })
    const inBens = { ...quire, workspaceId: bensId }
    assert.deepEqual(await titlesUnder(inBens), ['Root'])
    const { store } = quire.app
    await store.transactIn({ workspaceId: bensId }, (transaction) =>
      members.put(transaction, {
        workspaceId: bensId,
        userId: ben.userId,
        role: 'VIEWER',
        createdAt: 1,
      }),
    )
    await run()
    const failed = await getTransfer(asBen, id)
    assert.equal(failed.state, 'failed')
    assert.match(failed.error ?? '', /read-only access/)
    assert.deepEqual(await titlesUnder(inBens), [])
    assert.equal((await titlesUnder(quire, root)).length, 40)
  })

  it('gives up after the fifth failure of the server, and undoes what is written', async () => {
    const root = await addTree(3)
    const { id } = await startTransfer(quire, { pageId: root, targetWorkspaceId: targetId })
    await assert.rejects(run({ store: endingAfter(0) }), TypeError)
    assert.equal((await getTransfer(quire, id)).state, 'running')
    await run({ attempts: 5 })
    const failed = await getTransfer(quire, id)
    assert.equal(failed.state, 'failed')
    assert.match(failed.error ?? '', /ended 5 times/)
    assert.deepEqual(await titlesUnder(target), [])
  })
})
