import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { pages, systemViewer } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { damage } from '../../support/stores/damage.ts'
import { addTree } from '../../support/trees.ts'

type Stats = { pagesByType: Record<string, number>; totalPages: number }
type Line = { id: string; title: string; depth: number; children: number }
type Tree = { pages: Line[]; nextOffset: number | null }

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

const send = async <Body>(path: string, body: object = {}) => {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body })
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}
const board = {
  type: 'doc',
  content: [
    { type: 'kanbanBoard', content: [{ type: 'kanbanColumn', attrs: { title: 'To do' } }] },
  ],
}

describe('/v1/workspace/stats', () => {
  const counted = async () => {
    const rows = await pages.countByType(quire.app.store, systemViewer(quire.workspaceId))
    return Object.fromEntries(rows.map((row) => [row.type, row.pages]))
  }
  const assertRight = async () => {
    const { pagesByType, totalPages } = await send<Stats>('/v1/workspace/stats')
    const expected = await counted()
    assert.deepEqual(pagesByType, expected)
    assert.equal(
      totalPages,
      Object.values(expected).reduce((sum, number) => sum + number, 0),
    )
  }
  /** How often the pages were counted one by one. */
  const scans = () =>
    quire.app.store
      .timings()
      .filter(({ name }) => name === 'pages.countByType')
      .reduce((sum, { count }) => sum + count, 0)

  it('is right after whatever adds pages, takes them away or makes them another type', async () => {
    await assertRight()
    const top = await addPage(quire, 'Top')
    const below = await addPage(quire, 'Below', { parentId: top })
    const other = await addPage(quire, 'Other', { parentId: below })
    await assertRight()
    const changed = await quire.post('/v1/pages/update', {
      workspaceId: quire.workspaceId,
      pageId: other,
      content: board,
    })
    if (changed.status === 200) await assertRight()
    await send('/v1/pages/delete', { pageId: below })
    await assertRight()
    await send('/v1/pages/delete', { pageId: top })
    await assertRight()
    await send('/v1/pages/restore', { pageId: other })
    await assertRight()
    await send('/v1/pages/restore', { pageId: below })
    await send('/v1/trash/empty')
    await assertRight()
  })

  it('counts once, and again only after a program that keeps no count has written', async () => {
    await send('/v1/workspace/stats')
    const before = scans()
    for (let count = 0; count < 5; count += 1) {
      await addPage(quire, `Page ${count}`)
      await send('/v1/workspace/stats')
    }
    assert.equal(scans(), before)
    // As a node of the version before adds a page: with its event, and without a count.
    const { workspaceId } = quire
    await damage(
      quire.dataFolder,
      'update workspaces set event_sequence = event_sequence + 1 where id = $1',
      workspaceId,
    )
    await send('/v1/workspace/stats')
    assert.equal(scans(), before + 1)
    await assertRight()
  })
})

describe('/v1/pages/list of a large tree', () => {
  it('gives, in parts of any size, what the whole has', async () => {
    const [parentId = ''] = await addTree(quire, { pages: 150, children: 4 })
    for (const depth of [1, 2, 5]) {
      const complete = await send<Tree>('/v1/pages/list', { parentId, depth, limit: 200 })
      assert.equal(complete.nextOffset, null)
      for (const limit of [1, 7, 64]) {
        const lines: Line[] = []
        let offset: number | null = 0
        while (offset !== null && lines.length < 200) {
          const part: Tree = await send('/v1/pages/list', { parentId, depth, limit, offset })
          lines.push(...part.pages)
          offset = part.nextOffset
        }
        assert.deepEqual(lines, complete.pages, `depth ${depth}, limit ${limit}`)
      }
      const parents = [parentId]
      for (const { id, depth: level } of complete.pages) {
        const parent = contextOf(quire).store
        const row = await pages.get(parent, systemViewer(quire.workspaceId), id)
        assert.equal(row?.parentId, parents[level - 1], 'a page comes after the one above it')
        parents[level] = id
      }
    }
  })

  it('reads as much for a part as the part is long', async () => {
    // The key and the role are read again after a commit.
    const statements = () =>
      quire.app.store
        .timings()
        .filter(({ name }) => !/^(?:keys|members)\./.test(name))
        .reduce((sum, { count }) => sum + count, 0)
    const rows = async (limit: number) => {
      const before = statements()
      await send('/v1/pages/list', { depth: 5, limit })
      return statements() - before
    }
    const few = await rows(10)
    await addTree(quire, { pages: 600, children: 5 })
    assert.equal(await rows(10), few)
  })
})
