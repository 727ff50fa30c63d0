import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items, rpc } from '../../support/mcp.ts'
import { addFile, addPage, nothing } from '../../support/pages.ts'
import { addPerson } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { addSkill, description, publishSkill, rewrite } from '../../support/skills/skills.ts'

let quire: TestServer
let skill: string
let agent: string
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  skill = await addSkill(quire, 'Code review', 'Read the code.')
  await addFile(quire, skill, { name: 'logo.png', content: Buffer.from([0, 255]) })
  await publishSkill(quire, skill)
  const parentId = await addPage(quire, 'Team')
  const reviewer = { parentId, ownership: 'AGENT', markdown: 'You review.' }
  agent = await addPage(quire, 'Reviewer', reviewer)
})
after(() => quire.close())

describe('list_skills', () => {
  it('refuses a skill that is not published, and what is none', async () => {
    const member = await addPerson(quire, 'Mia', 'MEMBER')
    const given = { title: 'Mine', ownership: 'SKILL', markdown: 'Mine.' }
    const { text } = await callTool(quire, 'create_page', given, { key: member.key })
    const draft = /[0-9a-f-]{36}/.exec(text)?.[0] ?? ''
    const page = await addPage(quire, 'Page')
    for (const id of [draft, page, nothing, 'Page']) {
      const refused = await callTool(quire, 'list_skills', { skill: id })
      assert.ok(refused.isError, id)
      assert.match(refused.text, /is no published skill\. Call list_skills/)
    }
    const unknown = await callTool(quire, 'list_skills', { skill: 'Code reviews' })
    assert.match(unknown.text, /PAGE_NOT_FOUND.*Similar pages: \\"Code review\\"/)
  })

  it('lists published skills with their descriptions, or agents', async () => {
    const pagesOf = async (given: object) =>
      items((await callTool(quire, 'list_skills', given)).value['pages'])
    const [first, ...others] = await pagesOf({})
    assert.deepEqual(others, [])
    assert.deepEqual([first?.['id'], first?.['description']].map(String), [skill, description])
    const [reviewer] = await pagesOf({ ownership: 'AGENT' })
    assert.deepEqual([reviewer?.['title'], reviewer?.['id']].map(String), ['Reviewer', agent])
    assert.deepEqual([reviewer?.['path'], reviewer?.['updatedBy']], ['Team', 'Ada Lovelace'])
    assert.match(String(first?.['url']), new RegExp(`/pages/${skill}$`))
    assert.match(String(first?.['updatedAt']), /^\d{4}-/)
  })

  it('gives the published instructions of one, while the draft changes', async () => {
    const writer = await addPerson(quire, 'Wri', 'MEMBER')
    await rewrite(quire, skill, 'Draft.', writer.key)
    for (const name of [skill.toUpperCase(), 'Code review', `/pages/${skill}`]) {
      const { text } = await callTool(quire, 'list_skills', { skill: name })
      assert.match(text, /Read the code\.\n$/, name)
    }
    assert.match((await callTool(quire, 'list_skills', { skill: agent })).text, /You review\.\n$/)
  })

  it('gives long instructions in parts', async () => {
    const markdown = `${'Line.\n\n'.repeat(6000)}The end.`
    const long = await addPage(quire, 'Long', { ownership: 'SKILL', markdown })
    const first = (await callTool(quire, 'list_skills', { skill: long })).text
    const offset = Number(/Continue at offset (\d+)\.\]$/.exec(first)?.[1])
    assert.ok(offset > 0)
    const rest = (await callTool(quire, 'list_skills', { skill: long, offset })).text
    assert.match(rest, /The end\.\n$/)
  })
})

describe('the tools for files of skills', () => {
  it('are listed only where the address names their group, and can be called anyway', async () => {
    const names = async (path: string) => {
      const { tools } = await rpc(quire, 'tools/list', {}, { path })
      return new Set(items(tools).map(({ name }) => String(name)))
    }
    const own = ['check_skill', 'list_skill_files', 'list_skill_versions', 'read_skill_file']
    const plain = await names('/mcp')
    const grouped = await names('/mcp?tools=skills')
    for (const name of own) assert.deepEqual([plain.has(name), grouped.has(name)], [false, true])
  })

  it('read the manifest, a file and the versions, by the ID of the page', async () => {
    const manifest = (await callTool(quire, 'list_skill_files', { pageId: skill })).value
    assert.deepEqual(
      items(manifest['files']).map(({ path }) => String(path)),
      ['SKILL.md', 'assets/logo.png'],
    )
    const read = async (path: string) =>
      (await callTool(quire, 'read_skill_file', { pageId: skill, path })).value
    assert.match(String((await read('SKILL.md'))['content']), /Read the code\.\n$/)
    assert.equal(String((await read('assets/logo.png'))['content']), 'AP8=')
    const { versions } = (await callTool(quire, 'list_skill_versions', { pageId: skill })).value
    assert.equal(items(versions).length, 1)
  })

  it('read a long file in parts, and count it as one use', async () => {
    const { workspaceId } = quire
    const long = await addSkill(quire, 'Files', '"Line"\n\n'.repeat(3000))
    const content = Buffer.from(Array.from({ length: 30_000 }, (_, index) => index % 256))
    await addFile(quire, long, { name: 'long.bin', content })
    await publishSkill(quire, long)
    const read = async (path: string) => {
      let total = ''
      for (let offset = 0, isDone = false; !isDone;) {
        const given = { page: 'Files', path, offset }
        const { value } = await callTool(quire, 'read_skill_file', given)
        total += String(value['content'])
        const next = /offset (\d+)\.$/.exec(String(value['more']))?.[1]
        isDone = next === undefined
        offset = Number(next)
      }
      return total
    }
    const { body: complete } = await quire.post<{ content: string }>('/v1/skills/read-file', {
      workspaceId,
      pageId: long,
      label: 'draft',
      path: 'SKILL.md',
    })
    assert.equal(await read('SKILL.md'), complete.content)
    assert.deepEqual(Buffer.from(await read('assets/long.bin'), 'base64'), content)
    const about = { workspaceId, pageId: long }
    const { body } = await quire.post<{ uses: number }>('/v1/skills/uses', about)
    assert.equal(body.uses, 1)
  })

  it('check a draft, and refuse what is not there', async () => {
    const { value } = await callTool(quire, 'check_skill', { pageId: skill })
    assert.deepEqual(items(value['findings']), [])
    for (const [name, given] of [
      ['read_skill_file', { pageId: skill, path: 'none.md' }],
      ['list_skill_files', { pageId: skill, version: 9 }],
      ['check_skill', { pageId: nothing }],
    ] as const) {
      assert.ok((await callTool(quire, name, given)).isError, name)
    }
  })
})
