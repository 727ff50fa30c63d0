import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage, markdownOf } from '../support/pages.ts'
import { addPerson } from '../support/people.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { publish } from '../support/sites.ts'
import { signIn, type Visitor } from '../support/web/visitor.ts'

let quire: TestServer
let ada: Visitor
before(async () => {
  quire = await startServer({ publicUrl: 'https://wiki.example' })
  ada = await signIn(quire)
})
after(() => quire.close())

const update = (change: object, by = ada) =>
  by.post('/app/workspace-settings/update', { workspaceId: quire.workspaceId, ...change })
const get = async () =>
  (await ada.post<Record<string, unknown>>('/app/workspace-settings/get', quire)).body

describe('workspaceSettings.update', () => {
  it('refuses members, empty names and endless instructions', async () => {
    const member = await signIn(quire, await addPerson(quire, 'Mem', 'MEMBER'))
    assert.equal((await update({ name: 'Mine' }, member)).status, 403)
    assert.equal((await member.post('/app/workspace-settings/get', quire)).status, 403)
    assert.equal((await update({ name: '  ' })).status, 400)
    assert.equal((await update({ instructions: 'x'.repeat(4001) })).status, 400)
    assert.equal((await update({ keepsLineBreaks: 'yes' })).status, 400)
    const settings = { name: 'Lab', slug: 'lab', instructions: null, keepsLineBreaks: false }
    assert.deepEqual(await get(), settings)
  })

  it('changes what is given, and takes instructions away', async () => {
    assert.equal((await update({ instructions: ' Be brief. ' })).status, 200)
    assert.equal((await update({ name: ' Laboratory ' })).status, 200)
    assert.deepEqual(await get(), {
      name: 'Laboratory',
      slug: 'lab',
      instructions: 'Be brief.',
      keepsLineBreaks: false,
    })
    assert.equal((await update({ instructions: null })).status, 200)
    assert.equal((await get())['instructions'], null)
  })
})

describe('single line breaks', () => {
  it('are spaces until the workspace keeps them: in downloads, on sites, and for who reads the session', async () => {
    const pageId = await addPage(quire, 'Poem', { markdown: 'Roses\nare red\n\n```\na\nb\n```' })
    await publish(quire, pageId, { slug: 'poem', language: 'en' })
    const { workspaceId } = quire
    const query = new URLSearchParams({ workspaceId, pageId, format: 'html' })
    const shown = async () => {
      const download = await quire.get<string>(`/v1/pages/download?${query.toString()}`)
      const site = await quire.get<string>('/sites/poem/', null)
      const { body } = await ada.post<{ workspaces: { keepsLineBreaks: boolean }[] }>(
        '/app/session/get',
      )
      for (const page of [download, site]) assert.equal(page.status, 200)
      const texts = [download, site].map(
        (page) => /<p[^>]*>Roses(.*?)are red/s.exec(page.body)?.[1],
      )
      return [...texts, body.workspaces[0]?.keepsLineBreaks]
    }
    assert.deepEqual(await shown(), ['\n', '\n', false])
    assert.equal((await update({ keepsLineBreaks: true })).status, 200)
    assert.deepEqual(await shown(), ['<br>\n', '<br>\n', true])
    assert.equal((await get())['keepsLineBreaks'], true)
    assert.match(await markdownOf(quire, pageId), /^Roses\nare red\n/)
    assert.equal((await update({ keepsLineBreaks: false })).status, 200)
    assert.deepEqual(await shown(), ['\n', '\n', false])
  })
})

describe('workspaceSettings.create', () => {
  it('refuses a name without a letter or digit', async () => {
    assert.equal((await ada.post('/app/workspace-settings/create', { name: '!?' })).status, 400)
  })

  it('makes a workspace of which one is the owner', async () => {
    const created = await ada.post<{ id: string }>('/app/workspace-settings/create', {
      name: 'Garden',
    })
    assert.equal(created.status, 200)
    const { body } = await ada.post<{ workspaces: { id: string; role: string }[] }>(
      '/app/session/get',
    )
    assert.equal(body.workspaces.find(({ id }) => id === created.body.id)?.role, 'OWNER')
  })
})
