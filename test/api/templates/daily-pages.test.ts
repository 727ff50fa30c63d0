import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, nothing } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Day = { pageId: string; date: string; isNew: boolean; code: string }

const post = <Body>(path: string, body: object, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
const open = (body: object = {}, key?: string) => post<Day>('/v1/pages/daily', body, key)
const pageOf = async (pageId: string) =>
  (await post<{ title: string; markdown: string }>('/v1/pages/get', { page: pageId })).body

describe('POST /v1/pages/daily', () => {
  it('refuses wrong days and zones, and people who cannot write there', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    for (const body of [
      { date: '2026-02-30' },
      { date: '1 May' },
      { timeZone: 'Mars' },
      { timeZone: '' },
    ]) {
      const { status } = await open(body)
      assert.equal(status, 400, JSON.stringify(body))
    }
    assert.equal((await open({}, viewer.key)).status, 403)
    assert.equal((await open({ sectionId: nothing })).status, 404)
  })

  it('creates one page for a day, also when several ask at the same moment', async () => {
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    const answers = await Promise.all(
      [undefined, member.key, undefined, member.key].map((key) =>
        open({ date: '2026-05-01' }, key),
      ),
    )
    const ids = new Set(answers.map(({ body }) => body.pageId))
    assert.deepEqual([ids.size, answers.filter(({ body }) => body.isNew).length], [1, 1])
    const [id = ''] = ids
    assert.equal((await pageOf(id)).title, '2026-05-01')
    assert.notEqual((await open({ date: '2026-05-02' })).body.pageId, id)
    assert.equal((await open({ date: '2026-05-01' })).body.pageId, id)
    await post('/v1/pages/delete', { pageId: id })
    const { body } = await open({ date: '2026-05-01' })
    assert.ok(body.isNew && body.pageId !== id, 'a deleted page is replaced')
  })

  it('uses the day of the person', async () => {
    const { body: east } = await open({ timeZone: 'Pacific/Kiritimati' })
    const { body: west } = await open({ timeZone: 'Pacific/Pago_Pago' })
    assert.notEqual(east.date, west.date, '25 hours apart')
    assert.notEqual(east.pageId, west.pageId)
  })

  it('creates the page as the section says, with its template', async () => {
    const member = await addPerson(quire, 'Max', 'MEMBER')
    const sectionId = await addPage(quire, 'Team')
    await restrict(quire, sectionId, { grants: [] })
    const parentId = await addPage(quire, 'Journal', { parentId: sectionId })
    const templateId = await addPage(quire, 'Standup', {
      parentId: sectionId,
      markdown: '# {{date}} of {{title}}',
    })
    const set = async (body: object, key?: string) =>
      (await post('/v1/daily-pages/set-settings', body, key)).status
    const title = '{{year}}/{{month}}/{{day}}, week {{week}}'
    assert.equal(await set({ sectionId, title, templateId }), 400, 'it is no template')
    await post('/v1/templates/add', { pageId: templateId, sectionId })
    assert.equal(await set({ sectionId, title, templateId, parentId: nothing }), 404)
    assert.equal(await set({ title }, member.key), 403)
    assert.equal(await set({ sectionId, title, templateId, parentId }), 200)
    const { body: settings } = await post<object>('/v1/daily-pages/settings', { sectionId })
    assert.deepEqual(settings, { parentId, title, templateId })
    const { body: day } = await open({ sectionId, date: '2027-01-01' })
    const page = await pageOf(day.pageId)
    assert.equal(page.title, '2027/01/01, week 53')
    const { body: children } = await post<{ pages: { id: string }[] }>('/v1/pages/list', {
      parentId,
    })
    assert.deepEqual(
      children.pages.map(({ id }) => id),
      [day.pageId],
    )
    assert.equal(await set({ sectionId }), 200)
    const { body: reset } = await post<object>('/v1/daily-pages/settings', { sectionId })
    assert.deepEqual(reset, { parentId: null, title: '{{date}}', templateId: null })
  })

  it('shows no page of settings that the reader cannot read', async () => {
    const member = await addPerson(quire, 'Moe', 'MEMBER')
    const parentId = await addPage(quire, 'Secret')
    await restrict(quire, parentId, onlyFor({ [quire.userId]: 'manage' }))
    await post('/v1/daily-pages/set-settings', { parentId, title: '{{date}}' })
    const { body } = await post<object>('/v1/daily-pages/settings', {}, member.key)
    assert.deepEqual(body, { parentId: null, title: '{{date}}', templateId: null })
    const { status, body: answer } = await open({ date: '2026-06-01' }, member.key)
    assert.equal(status, 404)
    assert.ok(!JSON.stringify(answer).includes(parentId))
    await post('/v1/daily-pages/set-settings', {})
  })
})
