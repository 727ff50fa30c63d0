import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { defaultStoredFields } from '../../../lib/page-fields.ts'
import * as history from '../../pages/history.ts'
import * as pages from '../../pages/pages.ts'
import * as properties from '../../pages/properties.ts'
import * as schemas from '../../pages/property-schemas.ts'
import * as trash from '../../pages/trash.ts'
import { levelNumbers, systemViewer } from '../../rights/viewer.ts'
import type { Dialect } from '../dialect.ts'
import { addUser, restrict, viewerOf } from '../rights/section-rows.ts'
import { addPage, createFixture, plain, useStore } from '../rows.ts'

const row = (columns: Partial<properties.PropertyRow> = {}): properties.PropertyRow => ({
  position: 0,
  item: 0,
  key: 'status',
  type: 'text',
  text: 'draft',
  value: 'Draft',
  number: null,
  ...columns,
})

export function propertiesContract(open: Dialect['open']): void {
  describe('properties', () => {
    stored(open)
    found(open)
    schemaRows(open)
  })
}

function stored(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('give the YAML of a page and of its versions back as it was put', async () => {
    const fixture = await createFixture(store())
    const source = '# Żółw 🐢\nstatus:   Draft\r\n'
    const page = await addPage(store(), fixture, { properties: source })
    const { workspaceId, id: pageId } = page
    assert.equal((await pages.get(store(), systemViewer(workspaceId), pageId))?.properties, source)
    const address = { workspaceId, pageId }
    await store().transact(async (transaction) => {
      await history.insertPresent(transaction, address)
      const change = { ...address, at: 2, by: fixture.userId }
      const fields = { ...defaultStoredFields, title: 'Page', type: 'TEXT' as const, version: 1 }
      await pages.update(transaction, change, fields)
    })
    assert.equal((await pages.get(store(), systemViewer(workspaceId), pageId))?.properties, null)
    assert.equal((await history.newest(store(), address))?.properties, source)
    const [listed] = await history.list(store(), address, { limit: 1, offset: 0 })
    assert.ok(listed !== undefined && !('properties' in listed))
  })

  it('are replaced as a whole, and leave with their page', async () => {
    const fixture = await createFixture(store())
    const { workspaceId, id: pageId } = await addPage(store(), fixture)
    const put = (values: properties.PropertyRow[]) =>
      store().transact((to) => properties.put(to, { workspaceId, pageId }, values))
    const keys = () => properties.keys(store(), systemViewer(workspaceId), 9)
    await put([
      row(),
      row({ position: 1, key: 'due', type: 'date', text: '2026-01-02', number: 20_455 }),
    ])
    assert.equal((await keys()).length, 2)
    await put([row({ type: 'number', text: '1.5', value: null, number: 1.5 })])
    assert.deepEqual(
      (await keys()).map((key) => ({ ...key })),
      [{ key: 'status', type: 'number', pages: 1 }],
    )
    await store().transact((to) => properties.removePage(to, { workspaceId, pageId }))
    assert.deepEqual(await keys(), [])
  })
}

function found(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('list keys and values of the pages that the viewer can read, outside of the trash', async () => {
    const fixture = await createFixture(store())
    const { workspaceId } = fixture
    const other = await addUser(store())
    const secret = await addPage(store(), fixture)
    const open_ = await addPage(store(), fixture, { position: 'a1' })
    const deleted = await addPage(store(), fixture, { position: 'a2' })
    await store().transact(async (to) => {
      const put = (pageId: string, values: properties.PropertyRow[]) =>
        properties.put(to, { workspaceId, pageId }, values)
      await put(secret.id, [
        row({ text: 'secret', value: null }),
        row({ position: 1, key: 'hidden' }),
      ])
      await put(open_.id, [row(), row({ item: 1, text: 'done', value: 'Done' })])
      await put(deleted.id, [row({ text: 'deleted' })])
      const list = { workspaceId, ids: [deleted.id], deletedWith: deleted.id }
      await trash.remove(to, list, { at: 2, by: fixture.userId })
    })
    await restrict(store(), fixture, secret.id, { [other]: levelNumbers.read })
    const seen = async (viewer = systemViewer(workspaceId)) => ({
      keys: (await properties.keys(store(), viewer, 9)).map(({ key, pages }) => `${key} ${pages}`),
      values: (
        await properties.values(store(), viewer, { key: 'status', start: '', limit: 9 })
      ).map(({ value, pages }) => `${value} ${pages}`),
    })
    const all = { keys: ['status 2', 'hidden 1'], values: ['Done 1', 'Draft 1', 'secret 1'] }
    assert.deepEqual(await seen(), all)
    assert.deepEqual(await seen(viewerOf({ workspaceId, userId: other })), all)
    assert.deepEqual(await seen(viewerOf(fixture)), {
      keys: ['status 1'],
      values: ['Done 1', 'Draft 1'],
    })
    const some = { key: 'status', start: 'dr', limit: 9 }
    const [only, ...others] = await properties.values(store(), systemViewer(workspaceId), some)
    assert.deepEqual([plain(only), others], [{ type: 'text', value: 'Draft', pages: 1 }, []])
    const there = await createFixture(store())
    assert.deepEqual(await properties.keys(store(), systemViewer(there.workspaceId), 9), [])
  })
}

function schemaRows(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('keep a schema of each section and tag of a workspace', async () => {
    const { workspaceId, userId } = await createFixture(store())
    const there = await createFixture(store())
    const stamp = { updatedAt: 1, updatedBy: userId }
    const tag = (subject: string) => ({ workspaceId, kind: 'tag' as const, subject })
    await store().transact(async (to) => {
      await schemas.put(to, { ...tag('plan'), definitions: '[1]', ...stamp })
      await schemas.put(to, { ...tag('plan'), definitions: '[2]', ...stamp })
      await schemas.put(to, { ...tag('book'), definitions: '[3]', ...stamp })
    })
    assert.deepEqual(plain(await schemas.get(store(), tag('plan'))), {
      ...tag('plan'),
      definitions: '[2]',
    })
    const section = { ...tag('plan'), kind: 'section' as const }
    assert.equal(await schemas.get(store(), section), undefined)
    const named = await schemas.ofTags(store(), workspaceId, ['plan', 'none', 'book'])
    assert.deepEqual(
      named.map(({ subject }) => subject),
      ['book', 'plan'],
    )
    assert.deepEqual(await schemas.ofTags(store(), workspaceId, []), [])
    assert.deepEqual(await schemas.ofTags(store(), there.workspaceId, ['plan']), [])
    await store().transact((to) => schemas.remove(to, tag('plan')))
    assert.equal(await schemas.get(store(), tag('plan')), undefined)
  })
}
