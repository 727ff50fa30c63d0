import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../lib/ids.ts'
import type { Store, Transaction } from '../connection.ts'
import * as events from '../events/events.ts'
import * as embeddings from '../semantic/embeddings.ts'
import * as vectors from '../semantic/vectors.ts'
import type { Dialect } from './dialect.ts'
import { addPage, type Fixture, createFixture, plain, useStore } from './rows.ts'

const bytes = (...numbers: number[]) => new Uint8Array(Float32Array.from(numbers).buffer)

function modelRow({ workspaceId }: Fixture, columns: Partial<embeddings.ModelRow> = {}) {
  const row = { workspaceId, id: newId(), settings: '{}', apiKey: null, weight: 0.4, createdAt: 1 }
  return { ...row, ...columns }
}

async function addModel(store: Store, fixture: Fixture): Promise<embeddings.Build> {
  const row = modelRow(fixture)
  const build = { workspaceId: row.workspaceId, modelId: row.id }
  await store.transact(async (transaction) => {
    await embeddings.insertModel(transaction, row)
    await embeddings.insertBuild(transaction, build)
  })
  return build
}

function emitEvent(transaction: Transaction, { workspaceId, userId }: Fixture) {
  const event = { workspaceId, id: newId(), type: 'page.created', data: '{}', via: 'api' }
  return events.append(transaction, { ...event, actorId: userId, createdAt: 1 })
}

export function embeddingsContract(open: Dialect['open']): void {
  describe('embeddings', () => {
    const { store } = useStore(open)

    it('keeps the newest model of a workspace in front, and changes what needs no new vectors', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const [old, wanted] = [modelRow(fixture), modelRow(fixture, { apiKey: 'sealed' })]
      await store().transact(async (transaction) => {
        await embeddings.insertModel(transaction, wanted)
        await embeddings.insertModel(transaction, old)
        await embeddings.setWeight(transaction, workspaceId, 0.25)
        await embeddings.updateModel(transaction, { ...wanted, settings: '{"a":1}', apiKey: null })
      })
      const expected = [
        { ...wanted, settings: '{"a":1}', apiKey: null, weight: 0.25 },
        { ...old, weight: 0.25 },
      ]
      const found = await embeddings.models(store(), workspaceId)
      assert.deepEqual(
        found.map((row) => plain(row)),
        expected.sort((a, b) => (a.id < b.id ? 1 : -1)),
      )
      const build = { workspaceId, modelId: old.id }
      await store().transact((transaction) => embeddings.removeModel(transaction, build))
      assert.equal((await embeddings.models(store(), workspaceId)).length, 1)
    })

    it('begins a build at the last event, lets one build of a workspace be live, and ends it', async () => {
      const fixture = await createFixture(store())
      await store().transact((transaction) => emitEvent(transaction, fixture))
      const [first, second] = [await addModel(store(), fixture), await addModel(store(), fixture)]
      assert.equal(await embeddings.live(store(), fixture.workspaceId), undefined)
      await store().transact(async (transaction) => {
        await embeddings.setProbe(transaction, second, bytes(1, 2))
        await embeddings.tried(transaction, second, { trust: 0.5, pages: 7 })
        await embeddings.taken(transaction, second, 9)
        await embeddings.scanned(transaction, second, null)
        await embeddings.goLive(transaction, first)
        await embeddings.goLive(transaction, second)
        assert.equal(await embeddings.advance(transaction, second, 3), 3)
        assert.equal(await embeddings.advance(transaction, second, 2), 5)
      })
      const live = await embeddings.live(store(), fixture.workspaceId)
      assert.equal(live?.modelId, second.modelId)
      assert.deepEqual([live?.sequence, live?.trust, live?.weight], [5, 0.5, 0.4])
      const builds = await embeddings.builds(store(), fixture.workspaceId)
      const { probe = null, ...row } =
        builds.find(({ modelId }) => modelId === second.modelId) ?? {}
      assert.deepEqual(Buffer.from(probe ?? []), Buffer.from(bytes(1, 2)))
      const counted = { isLive: 1, sequence: 5, eventSequence: 9, scannedTo: null }
      assert.deepEqual(row, { ...second, ...counted, trust: 0.5, triedPages: 7 })
      const other = builds.find(({ modelId }) => modelId === first.modelId)
      assert.deepEqual([other?.isLive, other?.eventSequence, other?.scannedTo], [0, 1, ''])
      await store().transact((transaction) => embeddings.removeBuild(transaction, first))
      assert.equal((await embeddings.builds(store(), fixture.workspaceId)).length, 1)
      const gone = await store().transact((transaction) =>
        embeddings.advance(transaction, first, 1),
      )
      assert.equal(gone, undefined)
    })

    it('says which workspaces lag behind', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const isDue = async () => (await embeddings.due(store())).includes(workspaceId)
      assert.equal(await isDue(), false)
      const build = await addModel(store(), fixture)
      assert.equal(await isDue(), true)
      await store().transact(async (transaction) => {
        await embeddings.scanned(transaction, build, null)
        await embeddings.goLive(transaction, build)
      })
      assert.equal(await isDue(), false)
      await store().transact((transaction) => emitEvent(transaction, fixture))
      assert.equal(await isDue(), true)
      const [event] = await events.after(store(), workspaceId, 0, 5)
      assert.equal(event?.sequence, 1)
      await store().transact((transaction) => embeddings.taken(transaction, build, 1))
      assert.equal(await isDue(), false)
      await store().transact((transaction) => embeddings.removeModel(transaction, build))
      assert.equal(await isDue(), true)
    })
  })

  describe('vectors', () => {
    const { store } = useStore(open)

    it('reads pages by id, those in the trash left out', async () => {
      const fixture = await createFixture(store())
      const added = []
      for (let count = 0; count < 3; count += 1) added.push(await addPage(store(), fixture))
      const ids = added.map(({ id }) => id).sort()
      assert.deepEqual(await vectors.scan(store(), fixture.workspaceId, '', 2), ids.slice(0, 2))
      assert.deepEqual(
        await vectors.scan(store(), fixture.workspaceId, ids[1] ?? '', 2),
        ids.slice(2),
      )
      assert.equal(await vectors.countPages(store(), fixture.workspaceId, ids[0] ?? ''), 2)
    })

    it('finds all pages below one', async () => {
      const fixture = await createFixture(store())
      const top = await addPage(store(), fixture)
      const child = await addPage(store(), fixture, { parentId: top.id })
      const leaf = await addPage(store(), fixture, { parentId: child.id })
      await addPage(store(), fixture)
      const found = await vectors.below(store(), fixture.workspaceId, top.id)
      assert.deepEqual(new Set(found), new Set([top.id, child.id, leaf.id]))
    })

    it('replaces the chunks of a page, and tells what changed', async () => {
      const fixture = await createFixture(store())
      const build = await addModel(store(), fixture)
      const other = await addModel(store(), fixture)
      const chunk = (hash: string, ...numbers: number[]) => ({
        block: 1,
        hash,
        vector: bytes(...numbers),
      })
      await store().transact(async (transaction) => {
        await vectors.mark(transaction, build, 'a')
        await vectors.mark(transaction, build, 'b')
        await vectors.mark(transaction, other, 'a')
        const chunks = [chunk('h1', 1, 0), chunk('h2', 0, 1)]
        await vectors.replace(transaction, build, 'a', { first: 2, chunks })
        await vectors.finish(transaction, build, { pageId: 'a', state: 'done', sequence: 1 })
      })
      assert.deepEqual(await vectors.waiting(store(), build, 9), ['b'])
      assert.equal(await vectors.waitsBeyond(store(), build, 0), true)
      assert.equal(await vectors.waitsBeyond(store(), build, 1), false)
      assert.deepEqual(await vectors.counts(store(), build), {
        waiting: 1,
        done: 1,
        refused: 0,
        chunks: 2,
      })
      await store().transact(async (transaction) => {
        await vectors.replace(transaction, build, 'a', { first: 5, chunks: [chunk('h3', 3, 4)] })
        await vectors.finish(transaction, build, { pageId: 'a', state: 'refused', sequence: 4 })
      })
      assert.equal((await vectors.counts(store(), build)).refused, 1)
      await store().transact((transaction) => vectors.retryRefused(transaction, build))
      assert.equal((await vectors.counts(store(), build)).waiting, 2)
      assert.deepEqual(await vectors.changed(store(), build, { after: 1, upTo: 5 }), ['a'])
      assert.deepEqual(await vectors.changed(store(), build, { after: 4, upTo: 5 }), [])
      const [first, ...more] = await vectors.ofPage(store(), build, 'a')
      assert.deepEqual([first?.hash, more.length], ['h3', 0])
      const range = await vectors.range(store(), build, { after: 0, upTo: 9, limit: 9 })
      assert.deepEqual(
        range.map(({ chunk, pageId }) => ({ chunk, pageId })),
        [{ chunk: 5, pageId: 'a' }],
      )
      const [listed] = await vectors.list(store(), build, [4, 5, 6])
      assert.deepEqual(Buffer.from(listed?.vector ?? []), Buffer.from(bytes(3, 4)))
    })

    it('clears all of one model, some at a time', async () => {
      const fixture = await createFixture(store())
      const [build, remaining] = [
        await addModel(store(), fixture),
        await addModel(store(), fixture),
      ]
      const fill = async (transaction: Transaction, of: embeddings.Build) => {
        await vectors.mark(transaction, of, 'a')
        const chunks = Array.from({ length: 5 }, () => ({ block: 0, hash: '', vector: bytes(1) }))
        await vectors.replace(transaction, of, 'a', { first: 1, chunks })
      }
      await store().transact((transaction) => fill(transaction, build))
      await store().transact((transaction) => fill(transaction, remaining))
      const clear = () => store().transact((transaction) => vectors.clear(transaction, build, 3))
      assert.deepEqual([await clear(), await clear(), await clear(), await clear()], [3, 2, 1, 0])
      assert.equal((await vectors.counts(store(), build)).chunks, 0)
      assert.equal((await vectors.counts(store(), remaining)).chunks, 5)
    })
  })
}
