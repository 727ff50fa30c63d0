import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import { levelNumbers, systemViewer } from '../../rights/viewer.ts'
import * as daily from '../../templates/daily.ts'
import * as templates from '../../templates/templates.ts'
import type { Dialect } from '../dialect.ts'
import { addUser, restrict, viewerOf } from '../rights/section-rows.ts'
import { addPage, createFixture, plain, useStore } from '../rows.ts'

export function templatesContract(open: Dialect['open']): void {
  describe('templates', () => {
    listed(open)
    defaulted(open)
  })
  describe('daily pages', () => {
    settingRows(open)
    days(open)
  })
}

function listed(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('are listed by scope and title, if the viewer can read them and their section', async () => {
    const fixture = await createFixture(store())
    const { workspaceId, userId } = fixture
    const outsider = await addUser(store())
    const section = await addPage(store(), fixture, { title: 'Section' })
    const add = async (title: string, scope: string) => {
      const { id } = await addPage(store(), fixture, { title })
      const row = { workspaceId, pageId: id, scope, createdAt: 1, createdBy: userId }
      await store().transact((transaction) => templates.put(transaction, row))
      return id
    }
    const general = await add('B', workspaceId)
    const own = await add('A', section.id)
    const hidden = await add('C', workspaceId)
    await restrict(store(), fixture, hidden, { [userId]: levelNumbers.manage })
    const list = async (viewerId: string, scopes: string[] | undefined) => {
      const viewer = viewerOf({ ...fixture, userId: viewerId })
      const rows = await templates.list(store(), viewer, { scopes, limit: 10 })
      return rows.map(({ id }) => id)
    }
    assert.deepEqual(await list(userId, undefined), [own, general, hidden])
    assert.deepEqual(await list(outsider, undefined), [own, general])
    assert.deepEqual(await list(userId, [section.id]), [own])
    assert.deepEqual(await list(userId, [newId(), section.id, workspaceId]), [own, general, hidden])
    await restrict(store(), fixture, section.id, { [userId]: levelNumbers.manage })
    assert.deepEqual(await list(outsider, [section.id, workspaceId]), [general])
    const other = systemViewer(newId())
    assert.deepEqual(await templates.list(store(), other, { scopes: undefined, limit: 10 }), [])
    await store().transact((to) => templates.remove(to, { workspaceId, pageId: own }))
    assert.deepEqual(await list(userId, undefined), [general, hidden])
    assert.equal(await templates.scopeOf(store(), { workspaceId, pageId: own }), undefined)
    assert.equal(await templates.scopeOf(store(), { workspaceId, pageId: general }), workspaceId)
  })
}

function defaulted(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('have one default for each scope', async () => {
    const { workspaceId, userId } = await createFixture(store())
    const scope = newId()
    const put = (templateId: string) =>
      store().transact((transaction) =>
        templates.putDefault(transaction, {
          workspaceId,
          scope,
          templateId,
          updatedAt: 1,
          updatedBy: userId,
        }),
      )
    const [first, second] = [newId(), newId()]
    await put(first)
    await put(second)
    const found = await templates.defaults(store(), workspaceId, [workspaceId, scope])
    assert.deepEqual(found.map(plain), [{ scope, templateId: second }])
    await store().transact((to) => templates.removeDefault(to, { workspaceId, scope }))
    assert.deepEqual(await templates.defaults(store(), workspaceId, [scope]), [])
  })
}

function settingRows(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('have settings for each scope', async () => {
    const { workspaceId, userId } = await createFixture(store())
    const address = { workspaceId, scope: workspaceId }
    const put = (settings: daily.DailySettingsRow) =>
      store().transact((transaction) =>
        daily.putSettings(transaction, {
          ...address,
          ...settings,
          updatedAt: 1,
          updatedBy: userId,
        }),
      )
    assert.equal(await daily.settings(store(), address), undefined)
    await put({ parentId: newId(), title: 'a', templateId: newId() })
    const last = { parentId: null, title: '{{date}}', templateId: null }
    await put(last)
    assert.deepEqual(plain(await daily.settings(store(), address)), last)
    assert.equal(await daily.settings(store(), { ...address, scope: newId() }), undefined)
    await store().transact((transaction) => daily.removeSettings(transaction, address))
    assert.equal(await daily.settings(store(), address), undefined)
  })
}

function days(open: Dialect['open']): void {
  const { store } = useStore(open)

  it('are one for each day and scope, the last that was put', async () => {
    const fixture = await createFixture(store())
    const { workspaceId } = fixture
    const [first, second] = [await addPage(store(), fixture), await addPage(store(), fixture)]
    const day = { workspaceId, scope: workspaceId, date: '2026-05-01' }
    const put = (pageId: string) =>
      store().transact((transaction) => daily.putPage(transaction, { ...day, pageId }))
    await put(first.id)
    await put(second.id)
    assert.equal(await daily.page(store(), day), second.id)
    assert.equal(await daily.page(store(), { ...day, date: '2026-05-02' }), undefined)
    assert.equal(await daily.page(store(), { ...day, scope: newId() }), undefined)
    await store().transact((to) => daily.removePage(to, { workspaceId, pageId: second.id }))
    assert.equal(await daily.page(store(), day), undefined)
  })
}
