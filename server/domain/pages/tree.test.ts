import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { AppError } from '../../lib/errors.ts'
import { pages, systemViewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { checkStore } from '../transfer/check/check.ts'
import { createPage } from './create.ts'
import { movePage } from './tree.ts'

/** Numbers that look random and are the same in every run (a linear congruential generator). */
function randomNumbers(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

describe('movePage', () => {
  let server: TestServer
  let context: WorkspaceContext
  let workspaceId = ''
  before(async () => {
    server = await startServer()
    workspaceId = server.workspaceId
    context = contextOf(server)
  })
  after(() => server.close())

  const create = (title: string, parentId: string | null = null) =>
    createPage(context, { workspaceId, parentId, title, ownership: 'TEXT', markdown: '' })
  const move = (pageId: string, newParentId: string | null, prevPageId: string | null = null) =>
    movePage(context, { workspaceId, pageId, newParentId, prevPageId })
  const isRefusal =
    (...codes: string[]) =>
    (error: unknown) =>
      error instanceof AppError && codes.includes(error.code)
  const titles = async (parentId: string) =>
    (await pages.children(context.store, workspaceId, parentId)).map(({ title }) => title)

  it('lets only one of two moves through that together would make a cycle', async () => {
    for (let round = 0; round < 20; round += 1) {
      const [one, other] = [await create('one'), await create('other')]
      const moves = await Promise.allSettled([move(one, other), move(other, one)])
      const refused = moves.filter(({ status }) => status === 'rejected')
      assert.equal(refused.length, 1)
      assert.ok(moves[1]?.status === 'rejected' && isRefusal('PAGE_CYCLE')(moves[1].reason))
    }
  })

  it('lets a circle of moves close nowhere', async () => {
    const ring = [await create('0'), await create('1'), await create('2'), await create('3')]
    const moves = await Promise.allSettled(
      ring.map((pageId, index) => move(pageId, ring[(index + 1) % ring.length] ?? null)),
    )
    assert.equal(moves.filter(({ status }) => status === 'fulfilled').length, ring.length - 1)
  })

  it('keeps the order that was asked for, when many move behind the same page at once', async () => {
    const parent = await create('parent')
    const first = await create('first', parent)
    const others = await Promise.all(
      Array.from({ length: 10 }, (_, index) => create(String(index))),
    )
    await Promise.all(others.map((pageId) => move(pageId, parent, first)))
    assert.deepEqual(await titles(parent), [
      'first',
      ...others.map((_, index) => String(9 - index)),
    ])
    await Promise.all(others.map((pageId) => move(pageId, parent)))
    assert.deepEqual(await titles(parent), [
      ...others.map((_, index) => String(9 - index)),
      'first',
    ])
  })

  it('leaves a tree after hundreds of moves at once: no cycle, no page lost, no place taken twice', async () => {
    const random = randomNumbers(20_260_101)
    const ids = [await create('root')]
    for (let count = 1; count < 25; count += 1) {
      ids.push(await create(`page ${count}`, ids[random(ids.length)] ?? null))
    }
    const anyPage = () => ids[random(ids.length)] ?? ''
    const outcomes = await Promise.allSettled(
      Array.from({ length: 600 }, () => {
        const parent = random(6) === 0 ? null : anyPage()
        return move(anyPage(), parent, random(3) === 0 ? anyPage() : null)
      }),
    )
    for (const outcome of outcomes) {
      if (outcome.status === 'fulfilled') continue
      assert.ok(
        isRefusal('PAGE_CYCLE', 'VALIDATION_FAILED')(outcome.reason),
        String(outcome.reason),
      )
    }
    assert.ok(outcomes.filter(({ status }) => status === 'fulfilled').length > 50)

    const rows = await pages.all(context.store, systemViewer(workspaceId))
    const byId = new Map(rows.map((row) => [row.id, row]))
    for (const id of ids) {
      let steps = 0
      for (let at = id; at !== workspaceId; at = byId.get(at)?.parentId ?? 'lost') {
        assert.ok(byId.has(at) && (steps += 1) <= rows.length, `${id} is not under the top`)
      }
    }
    const positions = rows.map(({ parentId, position }) => `${parentId} ${position}`)
    assert.equal(new Set(positions).size, positions.length)
    assert.deepEqual((await checkStore(context)).faults, [])
  })
})
