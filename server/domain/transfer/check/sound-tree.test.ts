import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contextOf, startServer, type TestServer } from '../../../../test/support/server.ts'
import { addTree } from '../../../../test/support/trees.ts'
import type { Store } from '../../../store/index.ts'
import { type Statement, statement } from '../../../store/statement.ts'
import { checkStore } from './check.ts'

let quire: TestServer
let top: string
let inside: string
let outside: string
before(async () => {
  quire = await startServer()
  const ids = await addTree(quire, { pages: 30, children: 3 })
  top = ids[0] ?? ''
  inside = ids[1] ?? ''
  outside = ids[2] ?? ''
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

/** A store that writes the names of the statements of its snapshots into a list. */
function noting(store: Store, names: string[]): Store {
  const note = <Result, Values>(one: Statement<Result, Values>) => {
    names.push(one.name)
    return one
  }
  return {
    ...store,
    snapshot: (work) =>
      store.snapshot((snapshot) =>
        work({
          get: (one, ...values) => snapshot.get(note(one), ...values),
          all: (one, ...values) => snapshot.all(note(one), ...values),
          each: (one, ...values) => snapshot.each(note(one), ...values),
        }),
      ),
  }
}

/** The faults of the store, and how often the check read the tree and counted it. */
async function check() {
  const context = contextOf(quire)
  const names: string[] = []
  const { faults } = await checkStore({ ...context, store: noting(context.store, names) })
  const times = (name: string) => names.filter((one) => one === name).length
  return {
    faults: faults.map(({ message }) => message),
    readings: times('checks.tree'),
    counts: times('checks.treeCounts'),
  }
}

describe('the check of a store', () => {
  it('counts the pages of a sound tree in the store, and has none of them in memory', async () => {
    assert.deepEqual(await check(), { faults: [], readings: 0, counts: 1 })
  })

  it('names pages below themselves, without a parent, and in a section of others', async () => {
    const { workspaceId } = quire
    const damagedBy = async (id: string, parentId: string, usual: string) => {
      await moveTo(id, parentId)
      const found = await check()
      await moveTo(id, usual)
      assert.equal(found.readings, 1)
      return found.faults
    }
    const ofCycle = await damagedBy(top, inside, workspaceId)
    assert.ok(ofCycle.includes(`page ${top} is below itself`), ofCycle.join('\n'))
    const ofGone = await damagedBy(top, 'gone', workspaceId)
    const stray = `page ${top} is under gone, which is not in its workspace`
    assert.ok(ofGone.includes(stray), ofGone.join('\n'))
    const ofSection = await damagedBy(outside, inside, top)
    const misplaced = `page ${outside} is in no section instead of section ${inside}`
    assert.ok(ofSection.includes(misplaced), ofSection.join('\n'))
    const { faults: mended, readings } = await check()
    assert.deepEqual([mended, readings], [[], 0])
  })
})
