import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contextOf, startServer, type TestServer } from '../../../../test/support/server.ts'
import { addTree } from '../../../../test/support/trees.ts'
import { statement } from '../../../store/statement.ts'
import { checkStore } from './check.ts'

let quire: TestServer
let top: string
let inside: string
before(async () => {
  quire = await startServer()
  const ids = await addTree(quire, { pages: 30, children: 3 })
  top = ids[0] ?? ''
  inside = ids[1] ?? ''
  for (const pageId of [inside, ids[5] ?? '']) {
    const { workspaceId } = quire
    const grants = { workspaceId, pageId, inherits: false, everyone: 'read' }
    const { status, body } = await quire.post('/v1/permissions/update', grants)
    assert.equal(status, 200, JSON.stringify(body))
  }
  const { workspaceId } = quire
  const trashed = { workspaceId, pageId: ids[7] }
  assert.equal((await quire.post('/v1/pages/delete', trashed)).status, 200)
})
after(() => quire.close())

const move = statement<never, { id: string; parentId: string }>(
  'test.move',
  'update pages set parent_id = $parentId where id = $id',
)
const moveTo = (id: string, parentId: string) =>
  quire.app.store.transactIn('none', (transaction) => transaction.run(move, { id, parentId }))
const readings = () =>
  quire.app.store.timings().find(({ name }) => name === 'checks.tree')?.count ?? 0
const check = async () => (await checkStore(contextOf(quire))).faults.map(({ message }) => message)

describe('the check of a store', () => {
  it('counts the pages of a sound tree in the store, and has none of them in memory', async () => {
    assert.deepEqual(await check(), [])
    assert.equal(readings(), 0)
  })

  it('names pages below themselves, without a parent, and in a section of others', async () => {
    const { workspaceId } = quire
    const faults = async (id: string, parentId: string) => {
      await moveTo(id, parentId)
      const found = await check()
      await moveTo(id, id === top ? workspaceId : top)
      return found
    }
    assert.ok((await faults(top, inside)).includes(`page ${top} is below itself`))
    assert.ok(
      (await faults(top, 'gone')).includes(
        `page ${top} is under gone, which is not in its workspace`,
      ),
    )
    assert.equal(readings(), 2)
    assert.deepEqual(await check(), [])
  })
})
