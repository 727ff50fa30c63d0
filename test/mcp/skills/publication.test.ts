import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { fenced, items, type Json, post, rpc } from '../../support/mcp.ts'
import { addPage } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import {
  addSkill,
  askSkills,
  publishSkill,
  rewrite,
  setProperties,
} from '../../support/skills/skills.ts'

let quire: TestServer
let member: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  member = await addPerson(quire, 'Mia', 'MEMBER')
})
after(() => quire.close())

const promptsOf = async (key = quire.key) =>
  items((await rpc(quire, 'prompts/list', {}, { key }))['prompts'])
const findPrompt = async (name: string) =>
  (await promptsOf()).find((prompt) => String(prompt['name']) === name)
const textOf = async (name: string, given: object = {}): Promise<string> => {
  const { messages } = await rpc(quire, 'prompts/get', { name, arguments: given })
  return String(items(messages)[0]?.['content']?.['text'])
}
const readResource = async (pageId: string): Promise<Json | undefined> => {
  const uri = `quire://${quire.workspaceId}/pages/${pageId}`
  return items((await rpc(quire, 'resources/read', { uri }))['contents'])[0]
}
const errorOf = async (pageId: string) => {
  const params = { uri: `quire://${quire.workspaceId}/pages/${pageId}` }
  const request = { jsonrpc: '2.0', id: 1, method: 'resources/read', params }
  return (await post(quire, request)).body.error
}
const rename = (pageId: string, title: string, key?: string) =>
  quire.post('/v1/pages/update', { workspaceId: quire.workspaceId, pageId, title }, key)

describe('a prompt', () => {
  it('is not listed if its skill is for agents alone', async () => {
    const pageId = await addSkill(quire, 'House rules', 'Write short sentences.')
    await publishSkill(quire, pageId)
    assert.ok(await findPrompt('house-rules'))
    await setProperties(quire, pageId, 'description: Rules.\nuser-invocable: false\n')
    await publishSkill(quire, pageId)
    assert.equal(await findPrompt('house-rules'), undefined)
    const { skills } = await rpc(quire, 'skills/list')
    assert.match(JSON.stringify(skills), /House rules|house-rules/)
  })

  it('has the text, the placeholders and the description of the published version', async () => {
    const pageId = await addSkill(quire, 'Weekly notes', 'Notes for {{team}}.')
    await publishSkill(quire, pageId)
    await rewrite(quire, pageId, 'Notes for {{team}} by {{author}}.', member.key)
    await setProperties(quire, pageId, 'description: Another one. Use it.\n', member.key)
    const before = await findPrompt('weekly-notes')
    assert.match(String(before?.['description']), /^Reviews a text\./)
    assert.deepEqual(
      items(before?.['arguments']).map(({ name }) => String(name)),
      ['team'],
    )
    assert.equal(await textOf('weekly-notes', { team: 'Lab' }), 'Notes for Lab.\n')
    await publishSkill(quire, pageId)
    const after = await findPrompt('weekly-notes')
    assert.equal(String(after?.['description']), 'Another one. Use it.')
    assert.deepEqual(
      items(after?.['arguments']).map(({ name }) => String(name)),
      ['team', 'author'],
    )
  })

  it('keeps its name until another title is published', async () => {
    const pageId = await addSkill(quire, 'Old name', 'Text.')
    await publishSkill(quire, pageId)
    assert.equal((await rename(pageId, 'New name', member.key)).status, 200)
    assert.ok(await findPrompt('old-name'))
    assert.equal(await findPrompt('new-name'), undefined)
    await publishSkill(quire, pageId)
    assert.equal(await findPrompt('old-name'), undefined)
    assert.ok(await findPrompt('new-name'))
  })

  it('follows a roll back, and goes when nothing is served', async () => {
    const pageId = await addSkill(quire, 'Moved back', 'First.')
    const { version } = await publishSkill(quire, pageId)
    await rewrite(quire, pageId, 'Second.')
    await publishSkill(quire, pageId)
    assert.equal(await textOf('moved-back'), 'Second.\n')
    const label = { pageId, label: 'production' }
    await askSkills(quire, '/v1/skills/set-label', { ...label, version })
    assert.equal(await textOf('moved-back'), 'First.\n')
    await askSkills(quire, '/v1/skills/set-label', { ...label, version: null })
    assert.equal(await findPrompt('moved-back'), undefined)
  })

  it('has links to its files as they are in the folder', async () => {
    const pageId = await addSkill(quire, 'Linked', 'Later.')
    const guide = await addPage(quire, 'Guide', { parentId: pageId, markdown: 'Guide.' })
    await rewrite(quire, pageId, `See [the guide](/pages/${guide}).`)
    await publishSkill(quire, pageId)
    assert.equal(await textOf('linked'), 'See [the guide](references/guide.md).\n')
  })
})

describe('the resource of a skill or agent', () => {
  it('is what is published, and other pages are what they say now', async () => {
    const pageId = await addSkill(quire, 'As resource', 'First.')
    await publishSkill(quire, pageId)
    await rewrite(quire, pageId, 'Draft.', member.key)
    assert.equal(String((await readResource(pageId))?.['text']), 'First.\n')
    const page = await addPage(quire, 'Page', { markdown: 'One.' })
    await rewrite(quire, page, 'Two.', member.key)
    assert.equal(fenced(String((await readResource(page))?.['text'])), 'Two.\n')
  })

  it('is not there before a publication, and after the page was deleted', async () => {
    const { workspaceId } = quire
    const given = { workspaceId, title: 'Agent', ownership: 'AGENT', markdown: 'You help.' }
    const created = await quire.post<{ pageId: string }>('/v1/pages/create', given, member.key)
    const { pageId } = created.body
    assert.equal((await errorOf(pageId))?.['code'], -32_602)
    await publishSkill(quire, pageId)
    assert.equal(String((await readResource(pageId))?.['text']), 'You help.\n')
    await quire.post('/v1/pages/delete', { workspaceId, pageId })
    assert.equal((await errorOf(pageId))?.['code'], -32_602)
  })

  it('is listed with its published title', async () => {
    const pageId = await addSkill(quire, 'Published title', 'Text.')
    await publishSkill(quire, pageId)
    await rename(pageId, 'Draft title', member.key)
    const resources = items((await rpc(quire, 'resources/list'))['resources'])
    const names = new Set(resources.map(({ name }) => String(name)))
    assert.deepEqual([names.has('Published title'), names.has('Draft title')], [true, false])
  })
})

describe('what members see', () => {
  it('is the same for everyone who can read the skill', async () => {
    const names = async (key?: string) => (await promptsOf(key)).map(({ name }) => String(name))
    assert.deepEqual(await names(member.key), await names())
  })
})
