import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { QueryClient, QueryObserver } from '@tanstack/react-query'
import type { Client } from '../../../client/index.ts'
import {
  type Children,
  childrenKey,
  childrenQuery,
  chunk,
  loadChildren,
  loadMore,
  loadUntil,
} from './children.ts'

const parent = { workspaceId: 'w', parentId: null }
const page = (index: number) => ({
  id: `p${index}`,
  title: `Page ${index}`,
  icon: null,
  children: 0,
  depth: 1,
})

/** A server with so many pages at the top. */
function serve(count: number) {
  const asked: number[] = []
  const list = async ({ offset = 0, limit = 100 }: { offset?: number; limit?: number }) => {
    asked.push(offset)
    const size = Math.max(0, Math.min(limit, count - offset))
    const pages = Array.from({ length: size }, (_, index) => page(offset + index))
    return { pages, nextOffset: offset + limit < count ? offset + limit : null }
  }
  // SAFETY: of the client only this is called.
  return { client: { pages: { list } } as unknown as Pick<Client, 'pages'>, asked }
}

describe('loadChildren', () => {
  it('asks for the first ones only', async () => {
    const { client, asked } = serve(1200)
    const { pages, nextOffset } = await loadChildren(client, parent, { loaded: 0 })
    assert.equal(pages.length, chunk)
    assert.equal(nextOffset, chunk)
    assert.deepEqual(asked, [0])
    assert.deepEqual(Object.keys(pages[0] ?? {}), ['id', 'title', 'icon', 'children'])
  })

  it('reads as many again as were shown', async () => {
    const { client, asked } = serve(1200)
    const { pages, nextOffset } = await loadChildren(client, parent, { loaded: 1000 })
    assert.equal(pages.length, 1000)
    assert.equal(nextOffset, 1000)
    assert.deepEqual(asked, [0, 500])
  })
})

describe('loadMore', () => {
  const key = childrenKey('w', null)

  it('does nothing for a list that is whole or not there', async () => {
    const { client, asked } = serve(10)
    const queries = new QueryClient()
    await loadMore(client, queries, parent)
    queries.setQueryData<Children>(key, { pages: [page(0)], nextOffset: null })
    await loadMore(client, queries, parent)
    assert.deepEqual(asked, [])
    queries.clear()
  })

  it('adds the next ones, and each page once', async () => {
    const { client } = serve(700)
    const queries = new QueryClient()
    const moved = page(600)
    const first = await loadChildren(client, parent, { loaded: 0 })
    queries.setQueryData<Children>(key, { ...first, pages: [moved, ...first.pages] })
    await loadMore(client, queries, parent)
    const list = queries.getQueryData<Children>(key)
    assert.equal(list?.pages.length, 700)
    assert.equal(list.nextOffset, null)
    queries.clear()
  })
})

describe('loadUntil', () => {
  const key = childrenKey('w', null)
  const reach = async (pageId: string, count: number) => {
    const { client, asked } = serve(count)
    const queries = new QueryClient()
    let drawn = 0
    const unsubscribe = queries.getQueryCache().subscribe(({ type, query }) => {
      if (type === 'updated' && query.state.status === 'success') drawn += 1
    })
    await loadUntil(client, queries, parent, pageId)
    unsubscribe()
    const list = queries.getQueryData<Children>(key)
    queries.clear()
    return { asked, drawn, list }
  }

  it('asks for no more where the page is there, or where there is none', async () => {
    assert.deepEqual((await reach('p3', 1200)).asked, [0])
    assert.deepEqual((await reach('nowhere', 400)).asked, [0])
  })

  it('asks until the page is there, and changes the list once', async () => {
    const { asked, drawn, list } = await reach('p1400', 2600)
    assert.deepEqual(asked, [0, 500, 1000])
    assert.equal(list?.pages.length, 1500)
    assert.equal(list.nextOffset, 1500)
    assert.ok(drawn <= 2, `${drawn} changes`)
  })

  it('keeps what was loaded meanwhile', async () => {
    const { client } = serve(2600)
    const queries = new QueryClient()
    await Promise.all([
      loadUntil(client, queries, parent, 'p700'),
      queries.fetchQuery(childrenQuery(client, queries, parent)).then(() => {
        const list = queries.getQueryData<Children>(key)
        assert.ok(list)
        const pages = [...list.pages, page(700), page(2000)]
        queries.setQueryData<Children>(key, { ...list, pages })
      }),
    ])
    const ids = queries.getQueryData<Children>(key)?.pages.map(({ id }) => id) ?? []
    assert.ok(ids.includes('p2000'))
    assert.equal(new Set(ids).size, ids.length)
    queries.clear()
  })
})

describe('childrenQuery', () => {
  it('never makes a list shorter by refreshing it', async () => {
    const { client, asked } = serve(1200)
    const queries = new QueryClient()
    const query = childrenQuery(client, queries, parent)
    await queries.fetchQuery(query)
    await loadMore(client, queries, parent)
    asked.length = 0
    await queries.fetchQuery({ ...query, staleTime: 0 })
    assert.deepEqual(asked, [0, 500])
    queries.clear()
  })

  it('nor by a refresh that began before the list was extended', async () => {
    const { client } = serve(900)
    const queries = new QueryClient()
    const query = childrenQuery(client, queries, parent)
    const unsubscribe = new QueryObserver(queries, query).subscribe(() => undefined)
    await queries.fetchQuery(query)
    const { promise: released, resolve: release } = Promise.withResolvers<void>()
    const list: typeof client.pages.list = async (...asked) => {
      const answer = await client.pages.list(...asked)
      await released
      return answer
    }
    // SAFETY: of the client only this is called.
    const slow = { pages: { list } } as unknown as Pick<Client, 'pages'>
    const refresh = queries
      .fetchQuery({ ...childrenQuery(slow, queries, parent), staleTime: 0 })
      .catch(() => undefined)
    await loadMore(client, queries, parent)
    assert.equal(queries.getQueryData<Children>(query.queryKey)?.pages.length, 900)
    release()
    await refresh
    assert.equal(queries.getQueryData<Children>(query.queryKey)?.pages.length, 900)
    unsubscribe()
    queries.clear()
  })
})
