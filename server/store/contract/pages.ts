import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultStoredFields } from '../../lib/page-fields.ts'
import * as contents from '../pages/contents.ts'
import * as pages from '../pages/pages.ts'
import { systemViewer } from '../rights/viewer.ts'
import type { Dialect } from './dialect.ts'
import { addPage, createFixture, plain, useStore } from './rows.ts'

export function pagesContract(open: Dialect['open']): void {
  describe('pages', () => {
    isolation(open)
    onePage(open)
    lists(open)
  })
}

function isolation(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('knows a page only in its own workspace', async () => {
    const here = await createFixture(store())
    const there = await createFixture(store())
    const { id, parentId } = await addPage(store(), here, { ownership: 'SKILL' })
    const content = { document: '{}', blocks: '[]' }
    await store().transact((transaction) =>
      contents.put(transaction, { workspaceId: here.workspaceId, pageId: id }, content),
    )
    const { workspaceId } = there
    assert.equal(await pages.get(store(), systemViewer(workspaceId), id), undefined)
    assert.equal(await pages.version(store(), systemViewer(workspaceId), id), undefined)
    assert.equal(await pages.info(store(), systemViewer(workspaceId), id), undefined)
    assert.equal(await contents.get(store(), workspaceId, id), undefined)
    assert.equal(await pages.newest(store(), systemViewer(workspaceId)), undefined)
    assert.equal(await pages.lastPosition(store(), workspaceId, parentId), null)
    assert.deepEqual(await pages.lineage(store(), workspaceId, id), [])
    assert.deepEqual(await pages.children(store(), workspaceId, parentId), [])
    assert.deepEqual(await pages.all(store(), systemViewer(workspaceId)), [])
    assert.deepEqual(await pages.texts(store(), workspaceId, [id]), [])
    assert.deepEqual(await pages.byOwnership(store(), systemViewer(workspaceId), 'SKILL', 10), [])
    assert.deepEqual(await pages.countByType(store(), systemViewer(workspaceId)), [])
    assert.equal(await pages.total(store(), workspaceId), 0)
  })

  it('lets two workspaces hold the same id, and changes only the one that was meant', async () => {
    const here = await createFixture(store())
    const there = await createFixture(store())
    const { id } = await addPage(store(), here)
    await addPage(store(), there, { id, title: 'Theirs' })
    const change = { pageId: id, at: 2, by: here.userId, workspaceId: here.workspaceId }
    await store().transact(async (transaction) => {
      await pages.update(transaction, change, {
        ...defaultStoredFields,
        title: 'Ours',
        type: 'TEXT',
        version: 1,
      })
      await pages.move(transaction, change, { parentId: here.workspaceId, position: 'b0' })
    })
    const theirs = await pages.get(store(), systemViewer(there.workspaceId), id)
    assert.deepEqual([theirs?.title, theirs?.position, theirs?.version], ['Theirs', 'a0', 1])
  })
}

function onePage(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('refuses a second page of the same id', async () => {
    const fixture = await createFixture(store())
    const { id } = await addPage(store(), fixture)
    await assert.rejects(addPage(store(), fixture, { id }))
  })

  it('gives a page back as it was put', async () => {
    const fixture = await createFixture(store())
    const row = await addPage(store(), fixture, {
      title: 'Żółw 🐢 "q"',
      icon: '🐢',
      type: 'KANBAN',
    })
    const read = await pages.get(store(), systemViewer(row.workspaceId), row.id)
    assert.deepEqual(plain(read), { ...row, contentVersion: null, level: 5 })
    const info = await pages.info(store(), systemViewer(row.workspaceId), row.id)
    assert.equal(info?.authorId, fixture.userId)
    assert.equal(info.type, 'KANBAN')
  })

  it('counts a version with every update, and gives none for a page that is not there', async () => {
    const fixture = await createFixture(store())
    const { workspaceId, id } = await addPage(store(), fixture)
    const update = (pageId: string, version: number, icon: string | null, lastTitle?: string) =>
      store().transact((transaction) =>
        pages.update(
          transaction,
          { workspaceId, pageId, at: 2, by: fixture.userId },
          { ...defaultStoredFields, title: 'New', icon, type: 'TEXT', version },
          lastTitle,
        ),
      )
    assert.equal(await update(id, 1, '🌲'), 2)
    assert.equal(await update(id, 2, null), 3)
    assert.equal(await update(id, 3, '🌳', 'New'), 4)
    assert.equal(await update(id, 3, null, 'New'), undefined)
    assert.equal(await update('none', 1, null), undefined)
    const { title, icon, version } = (await pages.get(store(), systemViewer(workspaceId), id)) ?? {}
    assert.deepEqual([title, icon, version], ['New', '🌳', 4])
  })

  it('puts content and replaces it', async () => {
    const { workspaceId, id } = await addPage(store(), await createFixture(store()))
    const put = (text: string) =>
      store().transact((transaction) =>
        contents.put(
          transaction,
          { workspaceId, pageId: id },
          { document: `{"t":"${text}"}`, blocks: `["${text}"]` },
        ),
      )
    assert.equal(await contents.get(store(), workspaceId, id), undefined)
    await put('one')
    await put('two')
    const content = await contents.get(store(), workspaceId, id)
    assert.deepEqual(plain(content), { document: '{"t":"two"}', blocks: '["two"]' })
    const texts = await pages.texts(store(), workspaceId, [id, 'none'])
    assert.deepEqual(texts.map(plain), [{ id, version: 1, title: 'Page', blocks: '["two"]' }])
    assert.deepEqual(await pages.texts(store(), workspaceId, []), [])
  })

  it('refuses content of a page that is not there', async () => {
    const { workspaceId } = await createFixture(store())
    await assert.rejects(
      store().transact((transaction) =>
        contents.put(
          transaction,
          { workspaceId, pageId: 'none' },
          { document: '{}', blocks: '[]' },
        ),
      ),
    )
  })
}

function lists(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('lists by ownership, newest first and ties by id, up to a limit', async () => {
    const fixture = await createFixture(store())
    const old = await addPage(store(), fixture, { ownership: 'SKILL', createdAt: 1 })
    const tied = await addPage(store(), fixture, { id: 'a', ownership: 'SKILL', createdAt: 2 })
    const last = await addPage(store(), fixture, { id: 'b', ownership: 'SKILL', createdAt: 2 })
    await addPage(store(), fixture, { ownership: 'AGENT', createdAt: 3 })
    const list = async (limit: number) =>
      (await pages.byOwnership(store(), systemViewer(fixture.workspaceId), 'SKILL', limit)).map(
        ({ id }) => id,
      )
    assert.deepEqual(await list(10), [last.id, tied.id, old.id])
    assert.deepEqual(await list(1), [last.id])
  })

  it('counts by type and knows the newest', async () => {
    const fixture = await createFixture(store())
    const { workspaceId } = fixture
    await addPage(store(), fixture, { id: 'a' })
    const newest = await addPage(store(), fixture, { id: 'c' })
    await addPage(store(), fixture, { id: 'b', type: 'KANBAN' })
    assert.equal(await pages.total(store(), workspaceId), 3)
    const counts = await pages.countByType(store(), systemViewer(workspaceId))
    assert.deepEqual(Object.fromEntries(counts.map(({ type, pages }) => [type, pages])), {
      TEXT: 2,
      KANBAN: 1,
    })
    assert.equal(await pages.newest(store(), systemViewer(workspaceId)), newest.id)
  })
}
