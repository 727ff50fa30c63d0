import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { removePage } from '../../server/domain/pages/trash.ts'
import { asRequestOf } from '../../server/lib/scheduling/current-request.ts'
import { yieldToEventLoop } from '../../server/lib/time-slices.ts'
import { searchPending } from '../../server/store/index.ts'
import { statement } from '../../server/store/statement.ts'
import { minBlocking } from '../support/processes/event-loop.ts'
import { contextOf, startServer, type TestServer } from '../support/server.ts'
import { addTree } from '../support/trees.ts'
import { until } from '../support/until.ts'
import { faultsOf } from './caller.ts'

type Trip = { statements: number; yields: number }

let quire: TestServer
beforeEach(async () => {
  quire = await startServer({ rateLimit: 0 })
})
afterEach(() => quire.close())

const send = async <Body>(path: string, body: object) => {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const statementsRun = () => quire.app.store.timings().reduce((sum, { count }) => sum + count, 0)

/** Does something and counts the statements it took, and how often others had their turn meanwhile. */
async function counted(work: () => Promise<unknown>): Promise<Trip> {
  const before = statementsRun()
  let yields = 0
  let isOver = false
  const turn = () => {
    yields += 1
    if (!isOver) setImmediate(turn)
  }
  setImmediate(turn)
  await work()
  isOver = true
  return { statements: statementsRun() - before, yields }
}

const found = async () => {
  const { results } = await send<{ results: object[] }>('/v1/search/pages', { query: 'gravel' })
  return results.length
}
const listed = async (parentId: string) =>
  (await send<{ pages: object[] }>('/v1/pages/list', { parentId, depth: 1 })).pages.length

describe('a large tree', () => {
  for (const children of [1000, 5]) {
    it(`with ${children} pages below each goes and returns whole, in pieces`, async () => {
      const [top = ''] = await addTree(quire, { pages: 1000, children })
      const first = await listed(top)
      const gone = await counted(async () => {
        assert.deepEqual(await send('/v1/pages/delete', { pageId: top }), { ok: true, pages: 1001 })
      })
      assert.equal(await found(), 0)
      const back = await counted(async () => {
        const { pages } = await send<{ pages: number }>('/v1/pages/restore', { pageId: top })
        assert.equal(pages, 1001)
      })
      assert.ok((await found()) > 0)
      assert.equal(await listed(top), first)
      assert.deepEqual(await faultsOf(contextOf(quire)), [])
      // One statement for each page is what took the store a thousand times longer than a page.
      assert.ok(gone.statements < 200, `${gone.statements} statements`)
      for (const { yields } of [gone, back]) assert.ok(yields > 2, `${yields} turns`)
      await send('/v1/pages/delete', { pageId: top })
      const purged = await counted(async () => {
        const { pages } = await send<{ pages: number }>('/v1/trash/purge', { pageId: top })
        assert.equal(pages, 1001)
      })
      assert.ok(purged.yields > 2, `${purged.yields} turns`)
    })
  }

  it('takes as much work for each of its pages when there are twice as many', async () => {
    const work = async (pages: number) => {
      const [pageId = ''] = await addTree(quire, { pages, children: pages })
      const gone = await counted(() => send('/v1/pages/delete', { pageId }))
      const back = await counted(() => send('/v1/pages/restore', { pageId }))
      return gone.statements + back.statements
    }
    const [once, twice] = [await work(500), await work(1000)]
    assert.ok(twice < once * 3, `${twice} instead of ${once}`)
  })

  it('goes and returns as fast as one computation, however many others wait', async () => {
    const [pageId = ''] = await addTree(quire, { pages: 2000, children: 2000 })
    let steps = 0
    const state = { isOver: false }
    const compute = async () => {
      while (!state.isOver) {
        await yieldToEventLoop()
        steps += 1
        // As long as a computation may go on at once.
        for (const end = performance.now() + 3; performance.now() < end;);
      }
    }
    const computations = Array.from({ length: 10 }, (_, index) => asRequestOf(`${index}`, compute))
    const stepsOf = async (work: () => Promise<unknown>) => {
      const before = steps
      await work()
      return steps - before
    }
    const gone = await stepsOf(() => send('/v1/pages/delete', { pageId }))
    const back = await stepsOf(() => send('/v1/pages/restore', { pageId }))
    state.isOver = true
    await Promise.all(computations)
    // A transaction pauses after each batch of 128 pages.
    const batches = Math.ceil(2000 / 128)
    for (const count of [gone, back]) assert.ok(count < 4 * batches, `${count} steps of others`)
  })

  it('is whole for who reads it while it goes', async () => {
    const [top = '', ...below] = await addTree(quire, { pages: 1500, children: 1500 })
    const counts = new Set<number>()
    const { workspaceId } = quire
    const context = contextOf(quire)
    const livePages = statement<{ pages: number }, { top: string }>(
      'test.live',
      'select count(*) as "pages" from pages where parent_id = $top and deleted_at is null',
    )
    const state = { isOver: false }
    const removal = removePage(context, { workspaceId, pageId: top }).finally(() => {
      state.isOver = true
    })
    while (!state.isOver) {
      const rows = await context.store.all(livePages, { top })
      counts.add(rows[0]?.pages ?? -1)
      await new Promise(setImmediate)
    }
    await removal
    assert.deepEqual(
      [...counts].filter((count) => count !== 0 && count !== below.length),
      [],
    )
  })

  it('returns at once when it is larger, while the background indexes it', async (t) => {
    const failures: unknown[] = []
    quire.app.startBackground((error) => failures.push(error))
    const large = await addTree(quire, { pages: 2500, children: 2500 })
    const [top = ''] = large
    const [small = ''] = await addTree(quire, { pages: 3, children: 3 })
    for (const pageId of [top, small]) await send('/v1/pages/delete', { pageId })

    const { content } = contextOf(quire)
    const released = Promise.withResolvers<void>()
    const real = content.entry.bind(content)
    const unread = new Set(large)
    t.mock.method(content, 'entry', async (page: Parameters<typeof real>[0]) => {
      if (unread.has(page.id)) await released.promise
      return real(page)
    })
    const { app, workspaceId } = quire
    const { store } = app
    const back = await send('/v1/pages/restore', { pageId: top })
    assert.deepEqual(back, { ok: true, pages: 2501, parentId: null, isIndexing: true })
    const again = await send('/v1/pages/restore', { pageId: top })
    assert.deepEqual(again, { ok: true, pages: 0, parentId: null, isIndexing: true })
    // Others do not wait for it.
    const alone = await send('/v1/pages/restore', { pageId: small })
    assert.deepEqual(alone, { ok: true, pages: 4, parentId: null })
    released.resolve()
    await until(async () => (await searchPending.first(store, workspaceId, 1)).length === 0)
    const looks = store.timings().filter(({ name }) => name === 'searchPending.workspaces')
    assert.deepEqual(
      looks.map(({ count }) => count),
      [1],
      'at once, not at the next look for lost work',
    )
    assert.deepEqual(await faultsOf(contextOf(quire)), [])
    assert.deepEqual(failures, [])
  })

  it('lists its last pages in parts, between which others have their turn', async () => {
    const [parentId = '', ...below] = await addTree(quire, { pages: 3000, children: 3000 })
    type List = { pages: { id: string }[]; nextOffset: number | null }
    const list = (offset: number) =>
      send<List>('/v1/pages/list', { parentId, depth: 1, limit: 100, offset })
    const read = await counted(async () => {
      const { pages, nextOffset } = await list(2900)
      assert.equal(nextOffset, null)
      assert.deepEqual(
        pages.map(({ id }) => id),
        below.slice(2900),
      )
    })
    // A statement reads 512 pages at most.
    assert.ok(read.statements > 3000 / 512, `${read.statements} statements`)
    const { pages } = await list(500)
    assert.deepEqual(
      pages.map(({ id }) => id),
      below.slice(500, 600),
    )
  })

  it('is sorted by a field in parts, between which others have their turn', async () => {
    const below = await addTree(quire, { pages: 10_000, children: 100 })
    await addTree(quire, { pages: 300, children: 300 })
    const [pageId = ''] = below.splice(0, 1)
    type Part = { rows: { id: string }[]; nextCursor: string | null }
    const part = (query: string, cursor: string | null) =>
      send<Part>('/v1/views/query', {
        pageId,
        query,
        only: 'rows',
        limit: 70,
        ...(cursor && { cursor }),
      })
    const statements = () =>
      quire.app.store.timings().find(({ name }) => name === 'views.rows')?.count ?? 0
    const sorts = { '': 'asc', 'sort: created': 'asc', 'sort: created desc': 'desc' } as const
    for (const [sort, direction] of Object.entries(sorts)) {
      const ids: string[] = []
      let cursor: string | null = null
      for (let parts = 0; parts < 3; parts += 1) {
        const { result, maxMs } = await minBlocking(3, () => part(`under: this\n${sort}`, cursor))
        assert.ok(maxMs < 50, `${maxMs} ms without a turn for others`)
        ids.push(...result.rows.map(({ id }) => id))
        cursor = result.nextCursor
      }
      const before = statements()
      await part(`under: this\n${sort}`, null)
      // A database server reads them elsewhere.
      const isInParts = sort !== '' && !quire.app.store.isRemote
      if (isInParts) assert.ok(statements() - before > 2, 'no statement reads all pages')
      const expected = direction === 'asc' ? below : below.toReversed()
      assert.deepEqual(ids, expected.slice(0, 210))
    }
  })

  it('is learned of by search at the next start when a restore was cut off', async () => {
    const [top = ''] = await addTree(quire, { pages: 200, children: 200 })
    await send('/v1/pages/delete', { pageId: top })
    const before = await found()
    const { app, workspaceId } = quire
    const { store } = app
    const transact = store.transactIn
    store.transactIn = (scope, work) => {
      if (scope !== 'none') throw new TypeError('the process ends here')
      return transact(scope, work)
    }
    await quire.post('/v1/pages/restore', { workspaceId, pageId: top })
    store.transactIn = transact
    assert.ok((await searchPending.first(store, workspaceId, 500)).length === 201)
    assert.deepEqual(await faultsOf(contextOf(quire)), [], 'pages that wait are no fault')
    const failures: unknown[] = []
    app.startBackground((error) => failures.push(error))
    while ((await searchPending.first(store, workspaceId, 1)).length > 0) {
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
    assert.ok((await found()) >= before)
    assert.deepEqual(await faultsOf(contextOf(quire)), [])
    assert.deepEqual(failures, [])
  })
})
