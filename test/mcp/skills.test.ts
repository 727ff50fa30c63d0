import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { callTool, items, type Json, post, rpc } from '../support/mcp.ts'
import { addPage, nothing } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('skills as prompts', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
    await addPage(quire, 'Release notes', {
      ownership: 'SKILL',
      markdown:
        '# How\n\nWrite notes for {{product}} **{{ version }}**.\n\n- by {{team_name}}\n\n`{{product}}`',
    })
    await addPage(quire, 'Review', { ownership: 'SKILL', markdown: 'Look hard.' })
    await addPage(quire, 'Review', { ownership: 'SKILL', markdown: 'Look again.' })
    await addPage(quire, 'Обзор: страницы', { ownership: 'SKILL' })
    await addPage(quire, '🎉', { ownership: 'SKILL', markdown: '- [ ] only a box' })
    await addPage(quire, 'No skill', { markdown: '{{nothing}}' })
  })
  after(() => quire.close())

  const prompts = async () => items((await rpc(quire, 'prompts/list'))['prompts'])
  const get = async (name: string, given: object = {}): Promise<Json> => {
    const params = { name, arguments: given }
    return (await post(quire, { jsonrpc: '2.0', id: 1, method: 'prompts/get', params })).body
  }
  const textOf = (body: Json) => items(body['result']?.['messages'])[0]?.['content']?.['text']

  it('refuse an unknown name, and arguments that are missing or not theirs', async () => {
    const refused: [string, object, RegExp][] = [
      ['nowhere', {}, /Unknown prompt nowhere\. Call prompts\/list/],
      ['no-skill', {}, /Unknown prompt/],
      ['release-notes', { product: 'Quire' }, /requires these arguments: version, team_name\.$/],
      [
        'release-notes',
        { product: 'a', version: 'b', team_name: 'c', mood: 'd' },
        /accepts product, version, team_name, not mood\.$/,
      ],
    ]
    for (const [name, given, message] of refused) {
      const { error } = await get(name, given)
      assert.equal(error?.['code'], -32_602)
      assert.match(String(error?.['message']), message)
    }
  })

  it('are every page that is a skill, with its placeholders as arguments', async () => {
    const list = await prompts()
    assert.equal(list.length, 5)
    const notes = list.find(({ name }) => String(name) === 'release-notes')
    assert.deepEqual(notes, {
      name: 'release-notes',
      title: 'Release notes',
      description: 'Write notes for {{product}} **{{ version }}**.',
      arguments: ['product', 'version', 'team_name'].map((name) => ({ name, required: true })),
    })
  })

  it('have names of their own and a description each', async () => {
    const list = await prompts()
    const names = list.map(({ name }) => String(name))
    assert.equal(new Set(names).size, names.length)
    assert.ok(names.includes('review'))
    assert.equal(names.filter((name) => /^review-[0-9a-f]{6}$/.test(name)).length, 1)
    assert.ok(names.includes('обзор-страницы'))
    assert.ok(names.some((name) => /^[0-9a-f]{6}$/.test(name)))
    for (const { description } of list) assert.match(String(description), /\S/)
  })

  it('are filled with the arguments, as given', async () => {
    const given = { product: 'Quire $& $1', version: '{{product}}', team_name: 'Ada & co' }
    assert.equal(
      textOf(await get('release-notes', given)),
      '# How\n\nWrite notes for Quire $& $1 **{{product}}**.\n\n- by Ada & co\n\n`Quire $& $1`\n',
    )
    assert.equal(textOf(await get('обзор-страницы')), '')
  })

  it('keep their names when another skill takes the same title', async () => {
    await addPage(quire, 'Keep', { ownership: 'SKILL', markdown: 'The first.' })
    const id = await addPage(quire, 'Keep', { ownership: 'SKILL', markdown: 'The second.' })
    const second = `keep-${id.slice(-6)}`
    assert.ok((await prompts()).some(({ name }) => String(name) === second))
    assert.equal(textOf(await get('keep')), 'The first.\n')
    assert.equal(textOf(await get(second)), 'The second.\n')
    await callTool(quire, 'delete_page', { pageId: id })
    assert.equal(textOf(await get('keep')), 'The first.\n')
    await callTool(quire, 'restore_page', { pageId: id })
  })

  it('have a new skill of an owner at once, and follow changes that a person published', async () => {
    await callTool(quire, 'create_page', {
      title: 'New one',
      ownership: 'SKILL',
      markdown: 'Do {{it}}',
    })
    assert.ok((await prompts()).some(({ name }) => String(name) === 'new-one'))
    const { value } = await callTool(quire, 'search', { query: 'New one' })
    const pageId = items(value['results'])[0]?.['id']
    await callTool(quire, 'edit_page', {
      pageId,
      mode: 'replace',
      find: '{{it}}',
      text: '{{that}}',
    })
    const argument = async () => {
      const found = (await prompts()).find(({ name }) => String(name) === 'new-one')
      return items(found?.['arguments'])[0]?.['name']
    }
    assert.equal(await argument(), 'it', 'an agent changes the draft')
    const edit = { pageId, mode: 'replace', find: '{{that}}', text: '{{more}}' }
    const { workspaceId } = quire
    assert.equal((await quire.post('/v1/pages/edit', { workspaceId, ...edit })).status, 200)
    assert.equal(await argument(), 'it', 'a change of an agent is among them')
    const version = { workspaceId, pageId, note: '' }
    assert.equal((await quire.post('/v1/skills/publish', version)).status, 200)
    assert.equal(await argument(), 'more')
  })
})

describe('skills and agents as resources', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
    await addPage(quire, 'Skill', { ownership: 'SKILL', markdown: 'How to.' })
    await addPage(quire, 'Agent', { ownership: 'AGENT', markdown: 'Who I am.' })
  })
  after(() => quire.close())

  const read = async (uri: string): Promise<Json> => {
    const request = { jsonrpc: '2.0', id: 1, method: 'resources/read', params: { uri } }
    return (await post(quire, request)).body
  }

  it('refuse an address that is none, and a page that is not there', async () => {
    const { workspaceId } = quire
    for (const uri of [
      'quire://x',
      'file:///etc/passwd',
      `quire://${workspaceId}/pages/${nothing}`,
    ]) {
      const { error } = await read(uri)
      assert.equal(error?.['code'], -32_602)
      assert.equal(error?.['data']?.['uri'], uri)
    }
  })

  it('are listed and can be read as Markdown', async () => {
    const resources = items((await rpc(quire, 'resources/list'))['resources'])
    const names = resources.map(
      ({ name, description }) => `${String(name)}: ${String(description)}`,
    )
    assert.deepEqual(names, ['Skill: How to.', 'Agent: Who I am.'])
    for (const { uri } of resources) {
      const [content] = items((await read(String(uri)))['result']?.['contents'])
      assert.equal(content?.['mimeType'], 'text/markdown')
      assert.match(String(content?.['text']), /^(?:How to|Who I am)\.\n$/)
    }
  })

  it('offer every page by a template, long ones in parts', async () => {
    const templates = items((await rpc(quire, 'resources/templates/list'))['resourceTemplates'])
    assert.equal(templates[0]?.['uriTemplate'], 'quire://{workspaceId}/pages/{pageId}')
    const markdown = `${'Line.\n\n'.repeat(6000)}The end.`
    const pageId = await addPage(quire, 'Long', { markdown })
    let uri = `quire://${quire.workspaceId}/pages/${pageId}`
    let parts = 0
    for (; uri !== ''; parts += 1) {
      const [content] = items((await read(uri))['result']?.['contents'])
      const text = String(content?.['text'])
      uri = /Continue at (quire:\S+)\]$/.exec(text)?.[1] ?? ''
      if (uri === '') assert.match(text, /The end\.\n<\/page-\d{6}>$/)
    }
    assert.equal(parts, 2)
  })
})

describe('more skills and agents than one answer holds', () => {
  const many = 205
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
    for (let number = 0; number < many; number += 1) {
      const ownership = number % 2 === 0 ? 'SKILL' : 'AGENT'
      await addPage(quire, `Page ${number}`, { ownership, markdown: `Number ${number}.` })
    }
  })
  after(() => quire.close())

  const readAll = async (method: string, member: string, meanwhile?: () => Promise<unknown>) => {
    const found: string[] = []
    let parts = 0
    for (let params = {}; ; parts += 1) {
      const result = await rpc(quire, method, params)
      found.push(...items(result[member]).map(({ description }) => String(description)))
      if (result['nextCursor'] === undefined) return { found, parts: parts + 1 }
      params = { cursor: String(result['nextCursor']) }
      await meanwhile?.()
    }
  }

  for (const method of ['prompts/list', 'resources/list']) {
    for (const cursor of ['x', '', 'x'.repeat(9999)]) {
      it(`refuses "${cursor.slice(0, 9)}" as a cursor of ${method}`, async () => {
        const request = { jsonrpc: '2.0', id: 1, method, params: { cursor } }
        const { error } = (await post(quire, request)).body
        assert.equal(error?.['code'], -32_602)
        assert.match(String(error?.['message']), /^params\.cursor must be the nextCursor/)
      })
    }
  }

  it('are all listed, page by page, the oldest first', async () => {
    const all = Array.from({ length: many }, (_, number) => `Number ${number}.`)
    const resources = await readAll('resources/list', 'resources')
    assert.deepEqual(resources.found, all)
    assert.ok(resources.parts > 4)
    const prompts = await readAll('prompts/list', 'prompts')
    assert.deepEqual(
      prompts.found,
      all.filter((_, number) => number % 2 === 0),
    )
  })

  it('are neither repeated nor missed when others come and go meanwhile', async () => {
    const created: string[] = []
    const { found } = await readAll('prompts/list', 'prompts', async () => {
      const pageId = await addPage(quire, 'New', { ownership: 'SKILL', markdown: 'New.' })
      created.push(pageId)
      const first = await rpc(quire, 'resources/list')
      const oldest = /[0-9a-f-]{36}$/.exec(String(items(first['resources'])[0]?.['uri']))?.[0]
      await callTool(quire, 'delete_page', { pageId: oldest })
    })
    const old = found.filter((text) => text !== 'New.')
    assert.equal(new Set(old).size, old.length)
    assert.equal(old.length, Math.ceil(many / 2))
    assert.ok(created.length > 1)
  })

  it('are listed by a tool as far as it goes, which says so', async () => {
    for (let number = 0; number < 120; number += 1) {
      await addPage(quire, `More ${number}`, { ownership: 'SKILL' })
    }
    const { value } = await callTool(quire, 'list_skills', { limit: 200, offset: 199 })
    assert.match(String(value['more']), /^Shows only the newest 200/)
  })
})
