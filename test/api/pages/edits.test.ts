import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { type Refusal, startServer, type TestServer } from '../../support/server.ts'

describe('pages.edit', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const start = '# Plan\n\nFirst thing.\n\n## Open\n\n- one\n\n## Done\n\nnothing yet\n'

  async function createPage(markdown = start): Promise<string> {
    const { workspaceId } = quire
    const page = { workspaceId, title: 'Plan', markdown }
    return (await quire.post<{ pageId: string }>('/v1/pages/create', page)).body.pageId
  }

  const edit = <Body>(pageId: string, change: object) =>
    quire.post<Body>('/v1/pages/edit', { workspaceId: quire.workspaceId, pageId, ...change })

  async function read(pageId: string): Promise<string> {
    const { workspaceId } = quire
    const answer = await quire.post<{ markdown: string }>('/v1/pages/markdown', {
      workspaceId,
      pageId,
    })
    return answer.body.markdown
  }

  it('leaves what Markdown does not define as it is written, on create and edit', async () => {
    const markdown =
      'intro [[Other]] ![[x|300]] ~5 #tag\n\n> [!info] Title\n> body\n\n| a |\n| - |\n| 1 | important |\n'
    const pageId = await createPage(markdown)
    assert.equal(await read(pageId), markdown)
    const changes = [
      ['intro', 'Intro'],
      ['body', 'Inhalt'],
      ['important', '重要'],
    ] as const
    let expected = markdown
    for (const [find, text] of changes) {
      assert.equal((await edit(pageId, { mode: 'replace', find, text })).status, 200)
      expected = expected.replace(find, text)
      assert.equal(await read(pageId), expected)
    }
  })

  const refused = [
    { of: { mode: 'shuffle', text: 'x' }, status: 400, code: 'VALIDATION_FAILED' },
    { of: { mode: 'append' }, status: 400, code: 'VALIDATION_FAILED' },
    { of: { mode: 'replace', text: 'x' }, status: 400, code: 'VALIDATION_FAILED' },
    { of: { mode: 'section', text: 'x' }, status: 400, code: 'VALIDATION_FAILED' },
    { of: { mode: 'body', text: 'x' }, status: 400, code: 'VALIDATION_FAILED' },
    {
      of: { mode: 'body', text: 'x', expectedVersion: 9 },
      status: 409,
      code: 'VERSION_CONFLICT',
    },
    {
      of: { mode: 'section', heading: 'Nowhere', text: 'x' },
      status: 404,
      code: 'HEADING_NOT_FOUND',
    },
    { of: { mode: 'replace', find: 'absent', text: 'x' }, status: 404, code: 'TEXT_NOT_FOUND' },
    { of: { mode: 'replace', find: 'thing', text: 'x' }, status: 409, code: 'TEXT_AMBIGUOUS' },
    {
      of: { mode: 'append', text: 'x', expectedVersion: 9 },
      status: 409,
      code: 'VERSION_CONFLICT',
    },
  ]
  for (const { of, status, code } of refused) {
    it(`refuses ${JSON.stringify(of)} with ${code} and changes nothing`, async () => {
      const pageId = await createPage()
      const before = await read(pageId)
      const { status: got, body } = await edit<{ code: string; message: string }>(pageId, of)
      assert.deepEqual({ status: got, code: body.code }, { status, code })
      assert.equal(await read(pageId), before)
    })
  }

  it('says how often an ambiguous text occurs', async () => {
    const pageId = await createPage('one two one')
    const { body } = await edit<{ message: string }>(pageId, {
      mode: 'replace',
      find: 'one',
      text: '1',
    })
    assert.match(body.message, /2/)
  })

  it('takes longer texts for a whole body than for a part of one', async () => {
    const pageId = await createPage()
    const part = await edit<Refusal>(pageId, { mode: 'append', text: 'x'.repeat(50_001) })
    const body = { mode: 'body', text: 'x'.repeat(1_000_001), expectedVersion: 1 }
    for (const refused of [part, await edit<Refusal>(pageId, body)]) {
      assert.equal(refused.status, 400)
      const violations = refused.body.errors.map(({ path, rule }) => ({ path, rule }))
      assert.deepEqual(violations, [{ path: '/text', rule: 'maxLength' }])
    }
  })

  it('replaces the whole body, at the version it was read at', async () => {
    const pageId = await createPage()
    const words = `${'A paragraph of twenty sentences. '.repeat(20).trim()}\n\n`
    const full = words.repeat(Math.floor(1_000_000 / words.length))
    const long = await edit<{ version: number }>(pageId, {
      mode: 'body',
      text: full,
      expectedVersion: 1,
    })
    assert.deepEqual([long.status, long.body.version], [200, 2])
    assert.equal((await read(pageId)).trim(), full.trim())
    const emptied = await edit(pageId, { mode: 'body', text: '', expectedVersion: 2 })
    assert.equal(emptied.status, 200)
    assert.equal(await read(pageId), '')
  })

  it('adds at the end and at the start', async () => {
    const pageId = await createPage('middle')
    await edit(pageId, { mode: 'append', text: 'last' })
    await edit(pageId, { mode: 'prepend', text: 'first' })
    assert.equal((await read(pageId)).trim(), 'first\n\nmiddle\n\nlast')
  })

  it('replaces a section and leaves the others', async () => {
    const pageId = await createPage()
    await edit(pageId, { mode: 'section', heading: 'Open', text: '- two\n- three' })
    const markdown = await read(pageId)
    assert.match(markdown, /## Open\n\n- two\n- three\n\n## Done\n\nnothing yet/)
    assert.doesNotMatch(markdown, /- one/)
  })

  it('replaces a text that occurs once, and search follows', async () => {
    const pageId = await createPage()
    await edit(pageId, { mode: 'replace', find: 'nothing yet', text: 'the **zeppelin**' })
    assert.match(await read(pageId), /the \*\*zeppelin\*\*/)
    const search = { workspaceId: quire.workspaceId, query: 'zeppelin' }
    const { body } = await quire.post<{ results: { pageId: string }[] }>('/v1/search/pages', search)
    assert.deepEqual(
      body.results.map((hit) => hit.pageId),
      [pageId],
    )
  })

  it('counts versions, and merges an edit of an older one with the changes since', async () => {
    const pageId = await createPage('start')
    const first = await edit<{ version: number }>(pageId, { mode: 'append', text: 'a' })
    assert.equal(first.body.version, 2)
    const expectedVersion = first.body.version
    const second = await edit<{ version: number }>(pageId, {
      mode: 'append',
      text: 'b',
      expectedVersion,
    })
    assert.equal(second.body.version, 3)
    const late = await edit<{ version: number; merged: boolean }>(pageId, {
      mode: 'body',
      text: 'start, changed\n\na',
      expectedVersion,
    })
    const { version, merged } = late.body
    assert.deepEqual([late.status, version, merged], [200, 4, true])
    assert.equal(await read(pageId), 'start, changed\n\na\n\nb\n')
  })

  it('keeps every one of many edits made at once', async () => {
    const pageId = await createPage('start')
    const words = Array.from({ length: 4 }, (_, index) => `word${index}`)
    const answers = await Promise.all(words.map((text) => edit(pageId, { mode: 'append', text })))
    assert.deepEqual([...new Set(answers.map(({ status }) => status))], [200])
    const markdown = await read(pageId)
    for (const word of words) assert.ok(markdown.includes(word), word)
  })
})
