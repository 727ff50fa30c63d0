import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startServer, type TestServer } from '../../../../test/support/server.ts'
import { knownSources } from './known-sources.ts'

describe('knownSources', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  it('reads them once for requests at the same time and for the stores that wrap another one', async () => {
    const { store } = quire.app
    const { workspaceId } = quire
    const create = (name: string) =>
      quire.post<{ pageId: string }>('/v1/markdown-files/create', { workspaceId, file: { name } })
    const { pageId: first } = (await create('a.md')).body
    const known = await Promise.all(
      [store, { ...store }, { ...store }].map((one) =>
        store.snapshot((snapshot) => knownSources(one, snapshot, workspaceId)),
      ),
    )
    assert.equal(new Set(known).size, 1)
    assert.deepEqual([...(known[0]?.files ?? [])], [[first, { name: 'a.md' }]])
    const { pageId: second } = (await create('b.md')).body
    const later = await store.snapshot((snapshot) => knownSources(store, snapshot, workspaceId))
    assert.equal(later, known[0])
    assert.deepEqual([...later.files.keys()], [first, second])
  })
})
