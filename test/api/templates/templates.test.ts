import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { startServer, type TestServer } from '../../support/server.ts'

let quire: TestServer
before(async () => {
  quire = await startServer({ rateLimit: 0 })
})
after(() => quire.close())

type Failure = { code: string; message: string }
type Listed = {
  templates: { id: string; title: string; sectionId: string | null }[]
  defaultId: string | null
}
type Created = Failure & { pageId: string; cursor: number | null }

const post = <Body>(path: string, body: object, key?: string) =>
  quire.post<Body>(path, { workspaceId: quire.workspaceId, ...body }, key)
const list = async (body: object, key?: string) =>
  (await post<Listed>('/v1/templates/list', body, key)).body
const markdownOf = async (pageId: string) =>
  (await post<{ markdown: string }>('/v1/pages/markdown', { pageId })).body.markdown
const titleOf = async (pageId: string) =>
  (await post<{ title: string }>('/v1/pages/get', { page: pageId })).body.title

async function addTemplate(
  title: string,
  markdown = '',
  sectionId: string | null = null,
): Promise<string> {
  const pageId = await addPage(quire, title, { markdown, parentId: sectionId })
  assert.equal((await post('/v1/templates/add', { pageId, sectionId })).status, 200)
  return pageId
}

async function create(body: object, key?: string): Promise<Created> {
  const answer = await post<Created>('/v1/templates/create-page', body, key)
  assert.equal(answer.status, 200, JSON.stringify(answer.body))
  return answer.body
}

describe('POST /v1/templates/create-page', () => {
  it('refuses pages that are no template, templates out of reach and wrong time zones', async () => {
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    const ordinary = await addPage(quire, 'Ordinary')
    const templateId = await addTemplate('Template')
    const foreign = await addPage(quire, 'Foreign', {
      workspaceId: await addWorkspace(quire, 'Other'),
    })
    const secret = await addTemplate('Secret')
    await restrict(quire, secret, onlyFor({ [quire.userId]: 'manage' }))
    const tryIt = async (body: object, key?: string) => {
      const answer = await post<Failure>('/v1/templates/create-page', body, key)
      return [answer.status, answer.body.code]
    }
    const invalid = [400, 'VALIDATION_FAILED']
    assert.deepEqual(await tryIt({ templateId: ordinary }), invalid)
    assert.deepEqual(await tryIt({ templateId, timeZone: 'Nowhere/Land' }), invalid)
    assert.deepEqual(await tryIt({ templateId, title: '' }), invalid)
    for (const id of [nothing, foreign]) {
      assert.equal((await tryIt({ templateId: id }))[0], 404)
      assert.equal((await tryIt({ templateId, parentId: id }))[0], 404)
    }
    assert.equal((await tryIt({ templateId: secret }, member.key))[0], 404)
    assert.equal((await tryIt({ templateId }, viewer.key))[0], 403)
  })

  it('fills in placeholders in the title, text and properties, and leaves code and others', async () => {
    const parentId = await addPage(quire, 'Team')
    const body = [
      '# {{title}} in {{parent}}',
      'By {{ author }}, due {{date:+7}}. {{unknown}} `{{title}}` **{{title}}!**',
      '```\n{{title}}\n```',
      '- [ ] {{cursor}}First task',
    ].join('\n\n')
    const templateId = await addTemplate('Minutes {{year}}', body)
    const source =
      '# About\nname: "{{title}}" # its name\ndue: "{{date:+1}}"\ntags: [a, "{{year}}"]\n'
    await post('/v1/pages/set-properties', { pageId: templateId, source })
    const fileId = await addFile(quire, templateId)
    const created = await create({
      templateId,
      parentId,
      title: 'Monday "&" {{x}}',
      timeZone: 'UTC',
    })
    const today = new Date()
    const later = (days: number) =>
      new Date(today.getTime() + days * 86_400_000).toISOString().slice(0, 10)
    const text = await markdownOf(created.pageId)
    assert.match(text, /^# Monday "&" \{\{x\}\} in Team$/m)
    assert.ok(text.includes(`<time datetime="${later(7)}">`), text)
    assert.match(text, /By Ada \w+, due/)
    assert.ok(text.includes('{{unknown}} `{{title}}` **Monday "&" {{x}}!**'), text)
    assert.match(text, /```\n\{\{title\}\}\n```/)
    assert.match(text, /- \[ \] First task/)
    const { body: read } = await post<{ source: string; properties: object[] }>(
      '/v1/pages/properties',
      { pageId: created.pageId },
    )
    assert.match(read.source, /^# About\nname: .*Monday.*# its name\n/)
    assert.ok(read.source.includes(later(1)), read.source)
    const { body: attached } = await post<{ files: { id: string }[] }>('/v1/page-files/list', {
      pageId: created.pageId,
    })
    assert.deepEqual(
      attached.files.map(({ id }) => id),
      [fileId],
    )
    assert.ok((await markdownOf(templateId)).includes('{{parent}}'), 'the template stays')
    const unnamed = await create({ templateId, timeZone: 'UTC' })
    assert.equal(await titleOf(unnamed.pageId), `Minutes ${today.getUTCFullYear()}`)
  })

  it('returns the position of the cursor in the document', async () => {
    const templateId = await addTemplate('At', 'Ab {{date}} c\n\n- x{{cursor}}y {{cursor}}')
    const { cursor, pageId } = await create({ templateId })
    // Paragraph 1 to 9, then a list, an item and its paragraph, and one letter.
    assert.equal(cursor, 8 + 3 + 1)
    assert.match(await markdownOf(pageId), /- xy/)
    assert.equal((await create({ templateId: await addTemplate('None') })).cursor, null)
  })
})

describe('POST /v1/templates/fill', () => {
  it('refuses what cannot be read', async () => {
    const member = await addPerson(quire, 'Mel', 'MEMBER')
    const secret = await addTemplate('Secret')
    await restrict(quire, secret, onlyFor({ [quire.userId]: 'manage' }))
    const ordinary = await addPage(quire, 'Ordinary')
    const fill = async (body: object, key?: string) =>
      (await post('/v1/templates/fill', body, key)).status
    assert.equal(await fill({ templateId: secret }, member.key), 404)
    assert.equal(await fill({ templateId: ordinary }), 400)
    assert.equal(await fill({ templateId: secret, parentId: nothing }), 404)
  })

  it('returns body, properties, files and cursor, and changes nothing', async () => {
    const templateId = await addTemplate('For a page', '{{title}}{{cursor}}')
    await post('/v1/pages/set-properties', { pageId: templateId, source: 'a: "{{title}}"\n' })
    const fileId = await addFile(quire, templateId)
    const { body } = await post<object>('/v1/templates/fill', { templateId, title: 'T' })
    assert.deepEqual(body, {
      content: {
        type: 'doc',
        content: [{ type: 'paragraph', content: [{ type: 'text', text: 'T' }] }],
      },
      properties: 'a: T\n',
      fileIds: [fileId],
      cursor: 2,
    })
  })
})

describe('POST /v1/templates/list', () => {
  it('lists what the reader can read, of the workspace and of the pages above', async () => {
    const member = await addPerson(quire, 'Max', 'MEMBER')
    const sectionId = await addPage(quire, 'Section')
    const deepId = await addPage(quire, 'Deep', { parentId: sectionId })
    const own = await addTemplate('Of the section', '', sectionId)
    const secret = await addTemplate('Secret of the section', '', sectionId)
    await restrict(quire, secret, onlyFor({ [quire.userId]: 'manage' }))
    const ids = async (body: object, key?: string) =>
      (await list(body, key)).templates.map(({ id }) => id)
    assert.ok((await ids({ parentId: deepId })).includes(secret))
    const theirs = await ids({ parentId: deepId }, member.key)
    assert.ok(theirs.includes(own) && !theirs.includes(secret))
    assert.ok(!(await ids({ parentId: null })).includes(own))
    assert.ok((await ids({})).includes(own))
    await post('/v1/templates/remove', { pageId: own })
    assert.ok(!(await ids({ parentId: deepId })).includes(own))
    await post('/v1/pages/delete', { pageId: sectionId })
    assert.equal((await post('/v1/templates/list', { parentId: deepId })).status, 404)
    assert.ok(!(await ids({})).includes(secret))
  })

  it('returns the nearest default, which only those who manage can set', async () => {
    const member = await addPerson(quire, 'Moe', 'MEMBER')
    const sectionId = await addPage(quire, 'Projects')
    const deepId = await addPage(quire, 'Deep', { parentId: sectionId })
    const general = await addTemplate('General')
    const own = await addTemplate('Own', '', sectionId)
    const set = async (body: object, key?: string) =>
      (await post('/v1/templates/set-default', body, key)).status
    assert.equal(await set({ templateId: general }, member.key), 403)
    assert.equal(await set({ sectionId, templateId: own }, member.key), 403)
    assert.equal(await set({ templateId: own }), 400, 'it is not offered in the workspace')
    assert.equal(await set({ templateId: sectionId }), 400, 'it is no template')
    assert.equal(await set({ templateId: nothing }), 404)
    assert.equal(await set({ templateId: general }), 200)
    assert.equal((await list({ parentId: deepId })).defaultId, general)
    assert.equal(await set({ sectionId, templateId: own }), 200)
    assert.equal((await list({ parentId: deepId })).defaultId, own)
    assert.equal((await list({ parentId: null })).defaultId, general)
    assert.equal(await set({ sectionId, templateId: null }), 200)
    assert.equal((await list({ parentId: deepId })).defaultId, general)
    assert.equal(await set({ templateId: null }), 200)
    assert.equal((await list({ parentId: null })).defaultId, null)
    // The specified operation creates empty pages, whatever the default is.
    await set({ templateId: general })
    assert.equal(await markdownOf(await addPage(quire, 'Empty')), '')
  })
})

describe('POST /v1/templates/add', () => {
  it('needs the level write on the page and on the section', async () => {
    const member = await addPerson(quire, 'Mo', 'MEMBER')
    const pageId = await addPage(quire, 'Page')
    const read = await addPage(quire, 'Read')
    await restrict(quire, read, onlyFor({ [quire.userId]: 'manage', [member.userId]: 'read' }))
    const add = async (body: object) => (await post('/v1/templates/add', body, member.key)).status
    assert.equal(await add({ pageId: read }), 403)
    assert.equal(await add({ pageId, sectionId: read }), 403)
    assert.equal(await add({ pageId: nothing }), 404)
    assert.equal(await add({ pageId, sectionId: nothing }), 404)
    assert.equal(await add({ pageId }), 200)
  })
})
