import assert from 'node:assert/strict'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { addPage } from '../../../../test/support/pages.ts'
import { contextOf, startServer } from '../../../../test/support/server.ts'
import { mapInSlices } from '../../../lib/time-slices.ts'
import { pages, systemViewer } from '../../../store/index.ts'
import { exportWorkspace, linkingOf } from './export.ts'
import { filePaths } from './file-paths.ts'
import { pageTree } from './html/tree.ts'
import { layOut } from './layout.ts'
import { statedOrder } from './order.ts'
import { readOrigins } from './origins.ts'

const workspaceId = 'w'
/** SAFETY: a layout reads nothing else of a page. */
const rows = Array.from({ length: 300 }, (_, index) => ({
  id: `page-${index}`,
  parentId: workspaceId,
  title: `Page ${index % 7}`,
  icon: null,
})) as unknown as pages.PageRow[]

/** How often other work gets its turn meanwhile. */
async function roundsDuring(work: () => Promise<unknown>): Promise<number> {
  let rounds = 0
  let isDone = false
  const count = () => {
    rounds += 1
    if (!isDone) setImmediate(count)
  }
  setImmediate(count)
  await work()
  isDone = true
  return rounds
}

describe('the layout of an export', () => {
  // Each look at the clock is a millisecond later than the one before; computations hold the event loop for two.
  beforeEach(() => {
    let now = 0
    mock.method(performance, 'now', () => (now += 1))
  })
  afterEach(() => mock.restoreAll())

  it('pauses for other work within one folder of many pages', async () => {
    const rules = { isCaseSensitive: true }
    const { placed } = await layOut(workspaceId, rows, new Map(), rules)
    assert.equal(new Set(placed.map(({ path }) => path)).size, rows.length)
    const steps = {
      layOut: () => layOut(workspaceId, rows, new Map(), rules),
      pageTree: () => pageTree(workspaceId, rows),
      statedOrder: () => statedOrder(placed, (id) => -Number(id.slice(5))),
      filePaths: () =>
        filePaths(
          rows.map(({ id }) => ({
            path: `${id}.md`,
            files: { [id]: `${id}.png` },
            unlinked: new Set<string>(),
          })),
          () => false,
        ),
      linkingOf: () =>
        linkingOf({ publicUrl: undefined }, workspaceId, {
          rows: [],
          placed,
          origins: { attached: new Map() },
        }),
      mapInSlices: () => mapInSlices(rows, ({ id }) => id),
    }
    for (const [name, step] of Object.entries(steps)) {
      const rounds = await roundsDuring(step)
      assert.ok(rounds >= rows.length / 4, `${name} pauses ${rounds} times`)
    }
  })

  it('pauses while it reads what pages were imported from', async () => {
    const quire = await startServer()
    for (const title of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) await addPage(quire, title)
    const rounds = await quire.app.store.snapshot(async (snapshot) => {
      const viewer = systemViewer(quire.workspaceId)
      const all = await pages.all(snapshot, viewer)
      return roundsDuring(() => readOrigins(snapshot, viewer, all))
    })
    assert.ok(rounds >= 2, String(rounds))
    await quire.close()
  })
})

describe('an export', () => {
  it('reads pages one by one, and of all of them only their place in the tree', async (t) => {
    const quire = await startServer()
    for (const title of ['A', 'B', 'C']) await addPage(quire, title, { markdown: title })
    const { workspaceId, dataFolder } = quire
    const folder = join(dataFolder, 'exported')
    const context = contextOf(quire)
    const { store } = context
    const read: string[] = []
    const readByRow: string[] = []
    const noting: typeof store = {
      ...store,
      snapshot: (work) =>
        store.snapshot((snapshot) => {
          const all = snapshot.all.bind(snapshot)
          t.mock.method(snapshot, 'all', (statement: { name: string }, ...rest: never[]) => {
            read.push(statement.name)
            return Reflect.apply(all, undefined, [statement, ...rest])
          })
          const each = snapshot.each.bind(snapshot)
          t.mock.method(snapshot, 'each', (statement: { name: string }, ...rest: never[]) => {
            readByRow.push(statement.name)
            return Reflect.apply(each, undefined, [statement, ...rest])
          })
          return work(snapshot)
        }),
    }
    const input = { folder, workspaceId }
    const { pages: exported } = await exportWorkspace({ ...context, store: noting }, input)
    assert.equal(exported, 3)
    assert.deepEqual(readByRow, ['pages.tree'])
    assert.ok(read.includes('files.all'), read.join(', '))
    assert.ok(!read.includes('pages.tree') && !read.includes('pages.all'))
    await quire.close()
  })
})

describe('mapInSlices', () => {
  it('gives the results in order, with their indexes', async () => {
    const mapped = await mapInSlices(new Set(['a', 'b']), (item, index) => `${item}${index}`)
    assert.deepEqual([mapped, await mapInSlices([], String)], [['a0', 'b1'], []])
  })
})
