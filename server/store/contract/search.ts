import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import * as checks from '../checks.ts'
import type { Reader, Store } from '../connection.ts'
import * as contents from '../pages/contents.ts'
import * as searchPending from '../search/pending.ts'
import * as reindexing from '../search/reindexing.ts'
import * as search from '../search/search.ts'
import type { Dialect } from './dialect.ts'
import { addPage, type Fixture, createFixture, plain, useStore } from './rows.ts'

const versions = { analyser: '1', segmenter: null }
const times = { now: 1000, until: 2000 }

export function searchContract(open: Dialect['open']): void {
  describe('search changes', () => {
    const { store } = useStore(open)

    it('are none in a workspace nobody wrote to', async () => {
      const { workspaceId } = await createFixture(store())
      const found = await search.changes(store(), workspaceId, 0, 10)
      const versions = { rightsVersion: 0, sectionSequence: 0 }
      const state = { generation: 0, mergedSequence: 0, ...versions }
      assert.deepEqual(found, { state, changes: [] })
      assert.deepEqual(await search.state(store(), workspaceId), {
        generation: 0,
        mergedSequence: 0,
        sequence: 0,
        ...versions,
      })
    })

    it('are counted per workspace and come in order, from after a sequence', async () => {
      const [one, other] = [await createFixture(store()), await createFixture(store())]
      const first = await logPage(store(), one, Uint8Array.of(1, 0, 255))
      await logPage(store(), other, Uint8Array.of(9))
      const second = await logPage(store(), one, null)
      assert.deepEqual(await list(store(), one), [
        { sequence: 1, pageId: first, entry: [1, 0, 255] },
        { sequence: 2, pageId: second, entry: null },
      ])
      assert.equal((await list(store(), one, 1)).length, 1)
      assert.equal((await list(store(), other)).length, 1)
    })

    it('tell of pages that are gone, many by one statement', async () => {
      const one = await createFixture(store())
      const { workspaceId } = one
      const ids: string[] = []
      for (let count = 0; count < 10; count += 1) ids.push((await addPage(store(), one)).id)
      await logPage(store(), one, Uint8Array.of(1))
      await store().transact(async (transaction) => {
        await search.logRemovals(transaction, { workspaceId, ids }, '1')
        await search.logRemovals(transaction, { workspaceId, ids: ids.slice(3, 4) }, '1')
      })
      const { changes: found } = await search.changes(store(), workspaceId, 1, 20)
      assert.deepEqual(
        found.map(({ sequence }) => sequence),
        found.map((_, index) => index + 2),
      )
      assert.deepEqual(
        found.map(({ pageId }) => pageId),
        [...ids, ids[3]],
      )
      assert.ok(found.every(({ entry }) => entry === null))
      const address = { workspaceId, ids: [] }
      await assert.rejects(
        store().transact((transaction) => search.logRemovals(transaction, address, '1')),
        /A list of 1 to 128 ids/,
      )
    })

    it('wait for pages that search is to learn of, each once', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const ids = [(await addPage(store(), fixture)).id, (await addPage(store(), fixture)).id]
      const add = () =>
        store().transact((transaction) => searchPending.add(transaction, { workspaceId, ids }))
      await add()
      await add()
      assert.deepEqual(await searchPending.first(store(), workspaceId, 9), ids)
      assert.ok((await searchPending.workspaces(store())).includes(workspaceId))
      const pending = new Set((await checks.searchPending(store())).map(({ id }) => id))
      assert.ok(ids.every((id) => pending.has(id)))
      const [pageId = ''] = ids
      const among = () => searchPending.among(store(), { workspaceId, ids: [pageId] })
      assert.deepEqual(await among(), [pageId])
      const remove = () =>
        store().transact((transaction) =>
          searchPending.remove(transaction, { workspaceId, pageId }),
        )
      assert.deepEqual([await remove(), await remove()], [true, false])
      assert.deepEqual(await among(), [])
      assert.deepEqual(await searchPending.first(store(), workspaceId, 9), ids.slice(1))
    })

    it('go with the transaction that fails', async () => {
      const fixture = await createFixture(store())
      const address = { workspaceId: fixture.workspaceId, pageId: fixture.userId }
      await assert.rejects(
        store().transact(async (transaction) => {
          await search.log(transaction, address, null, versions)
          throw new AppError('PAGE_CYCLE', 'no')
        }),
      )
      assert.deepEqual(await list(store(), fixture), [])
    })
  })

  describe('search segments', () => {
    const { store } = useStore(open)

    it('are leased to one merger until it stops or its time is up', async () => {
      const { workspaceId } = await fixture(store())
      const take = (holder: string, at = times) =>
        store().transact((transaction) =>
          search.leases.claim(transaction, { workspaceId }, { holder, ...at }),
        )
      assert.equal(await take('a'), true)
      assert.equal(await take('b'), false)
      const renewed = store().transact((transaction) =>
        search.leases.renew(transaction, { workspaceId }, { holder: 'a', until: 2000 }),
      )
      assert.equal(await renewed, true)
      assert.equal(await take('b', { now: 2001, until: 3000 }), true)
      await store().transact((transaction) =>
        search.leases.release(transaction, { workspaceId }, 'b'),
      )
      assert.equal(await take('c'), true)
    })

    it('are seen once published, and take the place of changes and of other segments', async () => {
      const created = await fixture(store())
      const { workspaceId } = created
      await logPage(store(), created, Uint8Array.of(1))
      const first = await build(store(), workspaceId, 2)
      assert.deepEqual(await search.segments(store(), workspaceId), [])
      await publish(store(), workspaceId, first, 2)
      assert.deepEqual(await list(store(), created), [])
      assert.equal(
        await store().transact((transaction) => search.deleteChanges(transaction, workspaceId, 10)),
        2,
      )
      const second = await build(store(), workspaceId, 2)
      await publish(store(), workspaceId, second, 2, [first])
      const live = await search.segments(store(), workspaceId)
      assert.deepEqual(live.map(plain), [
        { segment: second, firstSequence: 1, lastSequence: 2, documents: 3, terms: 4 },
      ])
      const state = await search.state(store(), workspaceId)
      const versions = { rightsVersion: 0, sectionSequence: 0 }
      const expected = { generation: 2, mergedSequence: 2, sequence: 2, ...versions }
      assert.deepEqual(plain(state), expected)
    })

    it('are forgotten when never finished, and when retired long enough', async () => {
      const { workspaceId } = await fixture(store())
      const building = await build(store(), workspaceId, 1)
      assert.equal(await search.forgottenSegment(store(), workspaceId, 0), building)
      const remove = (limit: number) =>
        store().transact((transaction) =>
          search.deleteChunks(transaction, workspaceId, building, limit),
        )
      assert.equal(await remove(1), 1)
      assert.equal(await remove(5), 1)
      const chunk = { segment: building, kind: 'terms', number: 0 }
      assert.equal(await search.chunk(store(), workspaceId, chunk), undefined)
      assert.equal(await search.forgottenSegment(store(), workspaceId, 0), undefined)
      const old = await build(store(), workspaceId, 1)
      const young = await build(store(), workspaceId, 1)
      await publish(store(), workspaceId, old, 1)
      await publish(store(), workspaceId, young, 1, [old])
      assert.equal(await search.forgottenSegment(store(), workspaceId, 500), undefined)
      assert.equal(await search.forgottenSegment(store(), workspaceId, 501), old)
    })

    it('name the workspaces that have work for a merger', async () => {
      const created = await fixture(store())
      const { workspaceId } = created
      const isDue = async (minChanges: number, now = 5000, minBytes = 100) =>
        (await search.leases.idle(store(), { now, minChanges, minBytes, retiredBefore: 0 })).some(
          (idle) => idle.workspaceId === workspaceId,
        )
      assert.equal(await isDue(1), true)
      assert.equal(await isDue(2), false)
      await logPage(store(), created, new Uint8Array(60))
      await logPage(store(), created, new Uint8Array(50))
      assert.equal(await isDue(9), true)
      assert.equal(await isDue(9, 5000, 111), false)
      const segment = await build(store(), workspaceId, 2)
      await publish(store(), workspaceId, segment, 2, [], 60)
      assert.equal(await isDue(9, 5000, 51), false)
      assert.equal(await isDue(9, 5000, 50), true)
      await store().transact((transaction) => search.discountUnmerged(transaction, workspaceId, 30))
      assert.equal(await search.hasUnmerged(store(), workspaceId, 20), true)
      assert.equal(await search.hasUnmerged(store(), workspaceId, 21), false)
      await store().transact((transaction) =>
        search.leases.claim(transaction, { workspaceId }, { holder: 'a', ...times }),
      )
      assert.equal(await isDue(1, 1500), false)
    })

    it('may be of a format that the store has known since it was made', async () => {
      const { migratedAt, builtAt } = await search.migrated(store(), 2)
      assert.ok(builtAt > 0 && migratedAt >= builtAt)
      assert.deepEqual(await search.migrated(store(), 9998), { migratedAt: 0, builtAt: 0 })
    })

    it('hold chunks of bytes', async () => {
      const { workspaceId } = await fixture(store())
      const segment = await build(store(), workspaceId, 1)
      const data = await search.chunk(store(), workspaceId, { segment, kind: 'terms', number: 0 })
      assert.deepEqual([...(data ?? [])], [0, 128, 255])
    })
  })

  describe('search analysers', () => {
    const { store } = useStore(open)

    it('outdate what another version or another segmenter has read', async () => {
      const created = await fixture(store())
      const { workspaceId } = created
      const isOutdated = async (analyser: string, segmenter: string) =>
        (await reindexing.outdated(store(), { analyser, segmenter })).includes(workspaceId)
      assert.equal(await isOutdated('1', 'icu'), false)
      assert.equal(await isOutdated('2', 'icu'), true)
      await logPage(store(), created, null, { analyser: '1', segmenter: 'icu' })
      assert.equal(await isOutdated('1', 'icu'), false)
      assert.equal(await isOutdated('1', 'icu 2'), true)
      const { workspaceId: unknown } = await createFixture(store())
      const outdated = await reindexing.outdated(store(), { analyser: '1', segmenter: 'icu' })
      assert.ok(outdated.includes(unknown))
    })

    it('go on where they were, unless for another version', async () => {
      const { workspaceId } = await createFixture(store())
      const reached = (target: string) =>
        store().transact((transaction) => reindexing.reindexedTo(transaction, workspaceId, target))
      assert.equal(await reached('2'), '')
      await store().transact((transaction) =>
        reindexing.setReindexedTo(transaction, workspaceId, '2', 'p9'),
      )
      assert.equal(await reached('2'), 'p9')
      assert.equal(await reached('3'), '')
      const done = { analyser: '2', segmenter: 'icu' }
      await store().transact((transaction) =>
        reindexing.finishReindex(transaction, workspaceId, done),
      )
      assert.ok(!(await reindexing.outdated(store(), done)).includes(workspaceId))
      assert.equal(await reached('2'), '')
    })

    it('read pages in the order of their ids, those in the trash left out', async () => {
      const created = await createFixture(store())
      const { workspaceId } = created
      const [one, other] = [await addPage(store(), created), await addPage(store(), created)]
      for (const { id: pageId } of [one, other]) {
        const content = { document: '{}', blocks: '[]' }
        await store().transact((transaction) =>
          contents.put(transaction, { workspaceId, pageId }, content),
        )
      }
      const read = await reindexing.pageTexts(store(), workspaceId, '', 10)
      const ids = [one.id, other.id].toSorted()
      assert.deepEqual(
        read.map(({ id }) => id),
        ids,
      )
      assert.equal((await reindexing.pageTexts(store(), workspaceId, ids[0] ?? '', 10)).length, 1)
    })
  })
}

/** A workspace with one change. */
async function fixture(store: Store): Promise<Fixture> {
  const created = await createFixture(store)
  await logPage(store, created, null)
  return created
}

async function logPage(
  store: Store,
  created: Fixture,
  entry: Uint8Array | null,
  format: Parameters<typeof search.log>[3] = versions,
): Promise<string> {
  const { id: pageId } = await addPage(store, created)
  await store.transact((transaction) =>
    search.log(transaction, { workspaceId: created.workspaceId, pageId }, entry, format),
  )
  return pageId
}

async function list(reader: Reader, { workspaceId }: Fixture, after = 0) {
  const { changes } = await search.changes(reader, workspaceId, after, 10)
  return changes.map(({ sequence, pageId, entry }) => ({
    sequence,
    pageId,
    entry: entry === null ? null : [...entry],
  }))
}

function build(store: Store, workspaceId: string, lastSequence: number): Promise<number> {
  return store.transact(async (transaction) => {
    const segment = await search.startSegment(transaction, workspaceId, {
      firstSequence: 1,
      lastSequence,
    })
    for (const number of [0, 1]) {
      const address = { segment, kind: 'terms', number }
      await search.insertChunk(transaction, workspaceId, address, Uint8Array.of(0, 128, 255))
    }
    return segment
  })
}

async function publish(
  store: Store,
  workspaceId: string,
  segment: number,
  lastSequence: number,
  retired: readonly number[] = [],
  bytes = 0,
): Promise<void> {
  const row = { segment, firstSequence: 1, lastSequence, documents: 3, terms: 4 }
  await store.transact((transaction) =>
    search.publish(transaction, workspaceId, row, { segments: retired, bytes, at: 500 }),
  )
}
