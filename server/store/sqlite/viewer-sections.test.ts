import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, beforeEach, describe, it } from 'node:test'
import type { Store } from '../connection.ts'
import { addUser, restrict, viewerOf } from '../contract/rights/section-rows.ts'
import { addPage, createFixture, type Fixture } from '../contract/rows.ts'
import * as pageLookup from '../pages/lookup.ts'
import * as sections from '../rights/sections.ts'
import { levelNumbers, levelsIn, type Viewer } from '../rights/viewer.ts'
import { connectSqlite } from './connect.ts'

const { read, write } = levelNumbers
/** More than there are tables. */
const manyViewers = 20

describe('sections of viewers', () => {
  let folder = ''
  let store: Store
  /** Stands for another process: SQLite connects the two by the file alone. */
  let other: Store
  let fixture: Fixture
  let secret = ''
  let viewer: Viewer
  before(() => {
    folder = mkdtempSync(join(tmpdir(), 'quire-viewers-'))
    store = connectSqlite(folder)
    other = connectSqlite(folder)
  })
  beforeEach(async () => {
    fixture = await createFixture(store)
    viewer = viewerOf(fixture)
    const page = await addPage(store, fixture, { position: 'a0' })
    secret = page.id
    await restrict(store, fixture, secret, { [fixture.userId]: read })
  })
  after(async () => {
    await store.close()
    await other.close()
    rmSync(folder, { recursive: true })
  })

  const listed = async (by: Viewer, from: Pick<Store, 'get' | 'all'> = store) => {
    const start = { position: '', id: '', limit: 9 }
    return (await pageLookup.next(from, by, fixture.workspaceId, start)).map(({ id }) => id)
  }
  const levels = async (by: Viewer) => [...(await levelsIn(store, by, [secret])).values()]
  const grant = (on: Store, access: Record<string, number>) => restrict(on, fixture, secret, access)

  it('are those after each commit of this process and of another one', async () => {
    const outsider = await addUser(store)
    for (const on of [store, other, store, other]) {
      await grant(on, { [fixture.userId]: write })
      assert.deepEqual([await listed(viewer), await levels(viewer)], [[secret], [write]])
      await grant(on, { [outsider]: read })
      assert.deepEqual([await listed(viewer), await levels(viewer)], [[], []])
    }
  })

  it('give the role where it counts, and the highest level', async () => {
    const { workspaceId, userId } = fixture
    await grant(store, { [workspaceId]: 0, [userId]: read })
    assert.deepEqual(await levels(viewer), [write])
    assert.deepEqual(await levels({ ...viewer, openLevel: 0 }), [read])
    assert.deepEqual(await listed({ ...viewer, viewerId: '', openLevel: 0 }), [secret])
  })

  it('inside a transaction are those that it wrote', async () => {
    await listed(viewer)
    const { workspaceId } = fixture
    await store.transact(async (transaction) => {
      await sections.replaceAccess(transaction, { workspaceId, sectionId: secret }, [])
      assert.deepEqual(await listed(viewer, transaction), [])
    })
  })

  it('are of each of many viewers', async () => {
    const others = await Promise.all(
      Array.from({ length: manyViewers }, async () => addUser(store)),
    )
    const allowed = others.filter((_, index) => index % 2 === 0)
    await grant(store, Object.fromEntries(allowed.map((id) => [id, read])))
    for (const viewerId of [...others, ...others]) {
      const expected = allowed.includes(viewerId) ? [secret] : []
      assert.deepEqual(await listed({ ...viewer, viewerId }), expected)
    }
  })
})
