import assert from 'node:assert/strict'
import { afterEach, describe, it } from 'node:test'
import { QueryClient } from '@tanstack/react-query'
import { onShownChange, showStored, shownHashes, shownSince, storedSince } from './shown-answers.ts'

const key = ['pages', 'document', 'w/p1']
const hash = JSON.stringify(key)
const queries = new QueryClient()
const cache = queries.getQueryCache()

afterEach(() => queries.clear())

/** A query that shows what was stored at a time. */
async function show(at: number): Promise<void> {
  await queries.fetchQuery({
    queryKey: key,
    queryFn: () => {
      showStored(cache, hash, at)
      return 'stored'
    },
  })
}

describe('an answer that is shown as it was stored', () => {
  it('is one until the server has answered', async () => {
    assert.equal(storedSince(hash), undefined)
    await show(7)
    assert.equal(storedSince(hash), 7)
    assert.equal(shownSince('p1'), 7)
    assert.equal(shownSince('p2'), undefined)
    assert.equal(shownSince(''), 7)
    await queries.fetchQuery({ queryKey: key, queryFn: () => 'new', staleTime: 0 })
    assert.equal(storedSince(hash), undefined)
    assert.equal(shownSince(''), undefined)
  })

  it('stays one when it is only changed in the browser, or asked for in vain', async () => {
    await show(7)
    queries.setQueryData(key, 'changed')
    const failed = queries.fetchQuery({
      queryKey: key,
      queryFn: () => Promise.reject(new TypeError('no answer')),
      retry: false,
      staleTime: 0,
    })
    await assert.rejects(failed)
    assert.equal(storedSince(hash), 7)
  })

  it('is none once nobody shows it, and tells whoever watches of each change', async () => {
    const seen: number[] = []
    const stop = onShownChange(() => seen.push(shownHashes().size))
    await show(7)
    queries.removeQueries({ queryKey: key })
    stop()
    await show(8)
    assert.deepEqual(seen, [1, 0])
  })
})
