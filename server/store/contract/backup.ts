import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import * as checks from '../checks.ts'
import type { Store } from '../connection.ts'
import * as dump from '../dump.ts'
import * as events from '../events/events.ts'
import * as files from '../files/files.ts'
import * as contents from '../pages/contents.ts'
import * as pages from '../pages/pages.ts'
import * as trash from '../pages/trash.ts'
import * as rightsChecks from '../rights/checks.ts'
import * as sections from '../rights/sections.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Row } from '../statement.ts'
import type { Dialect } from './dialect.ts'
import { restrict } from './rights/section-rows.ts'
import { addPage, fileRow, type Fixture, createFixture, noteRan, useStore } from './rows.ts'

/** Statements of backup, restore and check. */
export function backupContract(open: Dialect['open']): void {
  describe('dump', () => {
    const { store, current } = useStore(open)
    const read = (store: Store, table: dump.Table): Promise<Row[]> =>
      store.snapshot((snapshot) => collect(dump.rows(snapshot, table)))

    it('refuses a row whose columns are no names', async () => {
      const row = { 'id) values (1); --': 'x' }
      const insert = store().transact((transaction) => dump.insert(transaction, 'users', row))
      await assert.rejects(insert, (error) => error instanceof AppError)
      await assert.rejects(store().transact((transaction) => dump.insert(transaction, 'users', {})))
    })

    it('knows an empty store from one that holds someone', async () => {
      assert.equal(await dump.isEmpty(store()), true)
      await createFixture(store())
      assert.equal(await dump.isEmpty(store()), false)
    })

    it('holds every row of every table, in an order in which they can be put back', async () => {
      const fixture = await createFixture(store())
      const page = await addPage(store(), fixture, { title: 'é 😀 \u2028' })
      await fill(store(), fixture, page)
      const other = await open()
      try {
        for (const table of dump.tables) {
          const rows = await read(store(), table)
          assert.equal(rows.length, await dump.count(store(), table), table)
          await other.store.transact(async (transaction) => {
            for (const row of rows) await dump.insert(transaction, table, row)
          })
        }
        for (const table of dump.tables) {
          assert.deepEqual(await read(other.store, table), await read(store(), table), table)
        }
        assert.deepEqual(await other.store.check(), [])
      } finally {
        await other.close()
      }
    })

    it('knows the newest migration, the same in every process', async () => {
      const again = await current().again()
      assert.ok((await dump.migration(store())) >= 1)
      assert.equal(await dump.migration(again), await dump.migration(store()))
    })
  })

  describe('checks', () => {
    const { store } = useStore(open)

    it('give the tree, bodies and event numbers of all workspaces', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const page = await addPage(store(), fixture, { title: 'Top' })
      await fill(store(), fixture, page)
      const ofPage = {
        workspaceId,
        id: page.id,
        parentId: workspaceId,
        isDeleted: 0,
        sectionId: null,
      }
      assert.deepEqual((await checks.tree(store())).map(copy), [ofPage])
      const bodies = await store().snapshot((snapshot) => collect(checks.contents(snapshot)))
      noteRan('checks.contents')
      const body = { workspaceId, pageId: page.id, title: 'Top', blocks: '[]', document: '{}' }
      assert.deepEqual(bodies, [{ ...body, attribution: null, anchors: null, isBehind: 0 }])
      const counted = { workspaceId, last: 1, count: 1, lowest: 1, highest: 1 }
      assert.deepEqual((await checks.sequences(store())).map(copy), [counted])
      const [file] = await files.all(store(), systemViewer(workspaceId))
      const named = await checks.filesOf(store(), 'aa')
      assert.deepEqual(named.map(copy), [{ id: file?.id, name: 'a.txt' }])
      const attached = await files.attachments(store(), systemViewer(workspaceId))
      assert.deepEqual(attached.map(copy), [{ pageId: page.id, fileId: file?.id }])
    })

    it('give sections, grants and access, and what is wrong with them', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { id: sectionId } = await addPage(store(), fixture)
      await restrict(store(), fixture, sectionId, { [userId]: 3 })
      const section = { workspaceId, sectionId }
      const grant = { ...section, principalId: newId(), level: 2, createdAt: 1, createdBy: userId }
      await store().transact((transaction) => sections.putGrant(transaction, grant))
      const found = await rightsChecks.sections(store())
      assert.deepEqual(found.map(copy), [{ ...section, inherits: 0, opensByRole: 0 }])
      const { principalId } = grant
      await store().snapshot(async (snapshot) => {
        const own = await collect(rightsChecks.grants(snapshot))
        const access = await collect(rightsChecks.access(snapshot))
        assert.deepEqual(own.map(copy), [{ ...section, principalId, level: 2 }])
        assert.deepEqual(access.map(copy), [{ ...section, principalId: userId, level: 3 }])
      })
      noteRan('rightsChecks.section_grants')
      noteRan('rightsChecks.section_access')
      assert.deepEqual((await rightsChecks.enclosing(store())).map(copy), [
        { sectionId, enclosingId: null },
      ])
      const unknown = await rightsChecks.unknownPrincipals(store())
      assert.deepEqual(unknown.map(copy), [{ ...section, principalId }])
      assert.deepEqual(await rightsChecks.unversioned(store()), [])
    })

    it('count pages that hang on the tree, and those in another section than the page above', async () => {
      const fixture = await createFixture(store())
      const { workspaceId } = fixture
      const before = await checks.treeCounts(store())
      const { id: top } = await addPage(store(), fixture)
      const { id: middle } = await addPage(store(), fixture, { parentId: top })
      const { id: leaf } = await addPage(store(), fixture, { parentId: middle })
      const counts = async () => {
        const { pages: all, reached, misplaced } = await checks.treeCounts(store())
        return {
          pages: all - before.pages,
          reached: reached - before.reached,
          misplaced: misplaced - before.misplaced,
        }
      }
      assert.deepEqual(await counts(), { pages: 3, reached: 3, misplaced: 0 })
      await restrict(store(), fixture, middle, {})
      assert.deepEqual(await counts(), { pages: 3, reached: 3, misplaced: 1 })
      await store().transact((transaction) =>
        sections.assign(transaction, { workspaceId, ids: [leaf] }, middle),
      )
      assert.deepEqual(await counts(), { pages: 3, reached: 3, misplaced: 0 })
      const { id: inner } = await addPage(store(), fixture, { parentId: leaf, sectionId: middle })
      await restrict(store(), fixture, inner, {})
      const enclosing = [
        { sectionId: middle, enclosingId: null },
        { sectionId: inner, enclosingId: middle },
      ]
      const found = (await rightsChecks.enclosing(store())).map(copy)
      const ofTest = found.filter(({ sectionId }) => sectionId === middle || sectionId === inner)
      assert.deepEqual(ofTest, enclosing)
      await store().transact((transaction) =>
        pages.move(
          transaction,
          { workspaceId, pageId: middle, at: 2, by: fixture.userId },
          { parentId: inner, position: 'a1' },
        ),
      )
      const { pages: all, reached } = await counts()
      assert.deepEqual([all, reached], [4, 1])
    })

    it('list pages without a document, and those in the trash', async () => {
      const fixture = await createFixture(store())
      const { workspaceId, userId } = fixture
      const { id } = await addPage(store(), fixture)
      const { id: gone } = await addPage(store(), fixture)
      await store().transact((transaction) =>
        trash.removeEach(transaction, { workspaceId, ids: [gone] }, { at: 2, by: userId }),
      )
      const empty = new Set((await checks.withoutBody(store())).map((row) => row.id))
      const trashed = new Set((await checks.trashed(store())).map((row) => row.id))
      assert.deepEqual([empty.has(id), empty.has(gone)], [true, false])
      assert.deepEqual([trashed.has(id), trashed.has(gone)], [false, true])
    })
  })
}

/** One row in each table that a page and a file fill. */
async function fill(
  store: Store,
  fixture: Fixture,
  { workspaceId, id: pageId }: pages.NewRow,
): Promise<void> {
  const file = fileRow(fixture)
  await store.transact(async (transaction) => {
    const content = { document: '{}', blocks: '[]' }
    await contents.put(transaction, { workspaceId, pageId }, content)
    await files.insert(transaction, file)
    await files.attach(transaction, { workspaceId, pageId, fileId: file.id, createdAt: 1 })
    await events.append(transaction, {
      workspaceId,
      id: file.id,
      type: 'file.attached',
      actorId: fixture.userId,
      via: 'cli',
      data: '{}',
      createdAt: 1,
    })
  })
}

async function collect<Item extends object>(items: AsyncIterable<Item>): Promise<Item[]> {
  const all: Item[] = []
  for await (const item of items) all.push(copy(item))
  return all
}

function copy<Item extends object>(item: Item): Item {
  return { ...item }
}
