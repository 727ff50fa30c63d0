import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { pages } from '../../../server/store/index.ts'
import { addPage, nothing, storedPage, titlesUnder } from '../../support/pages.ts'
import { addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
let workspaceId: string
let root: string
let ids: Record<string, string>

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  workspaceId = quire.workspaceId
})
after(() => quire.close())

/** root ┬ a ┬ a1 ─ deep
 *       │   └ a2
 *       ├ b
 *       └ c  */
beforeEach(async () => {
  root = await addPage(quire, 'root')
  ids = {}
  const add = async (title: string, parentId: string) => {
    ids[title] = await addPage(quire, title, { parentId })
    return ids[title]
  }
  const a = await add('a', root)
  await add('b', root)
  await add('c', root)
  const a1 = await add('a1', a)
  await add('a2', a)
  await add('deep', a1)
})

const move = (pageId: string | undefined, target: object) =>
  quire.post('/v1/pages/move', { workspaceId, pageId, ...target })
const order = () => titlesUnder(quire, root)

describe('POST /v1/pages/move', () => {
  it('refuses a page, a parent or a sibling that does not exist, each by its id', async () => {
    const other = await addWorkspace(quire, 'Other')
    const foreign = await addPage(quire, 'Foreign', { workspaceId: other })
    for (const id of [nothing, foreign]) {
      for (const body of [
        { pageId: id, newParentId: root },
        { pageId: ids['a'], newParentId: id },
        { pageId: ids['a'], newParentId: root, prevPageId: id },
      ]) {
        const { status, body: refusal } = await move(undefined, body)
        assert.equal(status, 404)
        assert.equal(refusal.message, `PAGE_NOT_FOUND: page ${id} not found`)
      }
    }
    assert.deepEqual(await order(), ['a', 'b', 'c'])
  })

  it('refuses to stand under itself or below', async () => {
    for (const newParentId of [ids['a'], ids['a1'], ids['deep']]) {
      const { status, body } = await move(ids['a'], { newParentId })
      assert.equal(status, 409)
      assert.equal(body.code, 'PAGE_CYCLE')
      assert.deepEqual(Object.keys(body), ['code', 'message'])
    }
    assert.deepEqual(await order(), ['a', 'b', 'c'])
  })

  it('refuses to stand behind itself, or behind a page under another parent', async () => {
    for (const prevPageId of [ids['a'], ids['a1'], root]) {
      const { status, body } = await move(ids['a'], { newParentId: root, prevPageId })
      assert.equal(status, 400)
      assert.equal(body.code, 'VALIDATION_FAILED')
      assert.deepEqual(
        body.errors.map(({ path }) => path),
        ['/prevPageId'],
      )
    }
    assert.deepEqual(await order(), ['a', 'b', 'c'])
  })

  it('answers exactly {ok: true}', async () => {
    const { status, body } = await move(ids['c'], { newParentId: root, prevPageId: null })
    assert.equal(status, 200)
    assert.deepEqual(body, { ok: true })
  })

  const moves: { page: string; behind: string | null; order: string[] }[] = [
    { page: 'c', behind: null, order: ['c', 'a', 'b'] },
    { page: 'a', behind: null, order: ['a', 'b', 'c'] },
    { page: 'a', behind: 'b', order: ['b', 'a', 'c'] },
    { page: 'a', behind: 'c', order: ['b', 'c', 'a'] },
    { page: 'b', behind: 'a', order: ['a', 'b', 'c'] },
    { page: 'c', behind: 'a', order: ['a', 'c', 'b'] },
  ]
  for (const { page, behind, order: wanted } of moves) {
    it(`puts ${page} ${behind === null ? 'at the start' : `behind ${behind}`}`, async () => {
      const prevPageId = behind === null ? null : ids[behind]
      await move(ids[page], { newParentId: root, prevPageId })
      assert.deepEqual(await order(), wanted)
    })
  }

  it('stands at the start when nothing is said of a sibling', async () => {
    await move(ids['c'], { newParentId: root })
    assert.deepEqual(await order(), ['c', 'a', 'b'])
  })

  it('goes under another parent with all that is under it', async () => {
    await move(ids['a1'], { newParentId: root, prevPageId: ids['a'] })
    assert.deepEqual(await order(), ['a', 'a1', 'b', 'c'])
    assert.deepEqual(await titlesUnder(quire, ids['a'] ?? ''), ['a2'])
    assert.deepEqual(await titlesUnder(quire, ids['a1'] ?? ''), ['deep'])
  })

  it('goes to the top of the root when nothing is said of a parent', async () => {
    await move(ids['deep'], {})
    assert.equal((await titlesUnder(quire))[0], 'deep')
    await move(ids['c'], { newParentId: null, prevPageId: ids['deep'] })
    assert.deepEqual((await titlesUnder(quire)).slice(0, 2), ['deep', 'c'])
  })

  it('keeps its order over many moves to the same place', async () => {
    const titles = ['a', 'b', 'c']
    for (let round = 0; round < 200; round += 1) {
      const page = titles.splice(round % 2 === 0 ? 2 : 1, 1)[0] ?? ''
      titles.splice(1, 0, page)
      await move(ids[page], { newParentId: root, prevPageId: ids[titles[0] ?? ''] })
    }
    assert.deepEqual(await order(), titles)
  })

  it('puts a page made later behind the moved ones', async () => {
    await move(ids['a'], { newParentId: root, prevPageId: ids['c'] })
    await addPage(quire, 'late', { parentId: root })
    assert.deepEqual(await order(), ['b', 'c', 'a', 'late'])
  })
})

describe('POST /v1/pages/move by many at once', () => {
  it('never makes a cycle of moves that each are right', async () => {
    for (let round = 0; round < 10; round += 1) {
      const ring = await Promise.all(
        ['x', 'y', 'z', 'w'].map((title) => addPage(quire, title, { parentId: root })),
      )
      const answers = await Promise.all(
        ring.map((pageId, index) => move(pageId, { newParentId: ring[(index + 1) % ring.length] })),
      )
      const statuses = answers.map(({ status }) => status).toSorted((a, b) => a - b)
      assert.deepEqual(statuses, [200, 200, 200, 409])
      for (const pageId of ring) {
        const lineage = await pages.lineage(quire.app.store, workspaceId, pageId)
        assert.equal(lineage.at(-1), root)
      }
    }
  })

  it('gives every page a place of its own', async () => {
    const names = ['a', 'b', 'c', 'a1', 'a2', 'deep']
    await Promise.all(names.map((name) => move(ids[name], { newParentId: root, prevPageId: null })))
    assert.deepEqual((await order()).toSorted(), names.toSorted())
    const rows = await Promise.all(names.map((name) => storedPage(quire, ids[name] ?? '')))
    assert.equal(new Set(rows.map(({ position }) => position)).size, names.length)
  })
})
