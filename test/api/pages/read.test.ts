import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { clock } from '../../../server/lib/clock.ts'
import { addPage, markdownOf, nothing } from '../../support/pages.ts'
import { addPerson, addWorkspace } from '../../support/people.ts'
import { startServer, type TestServer } from '../../support/server.ts'

const realNow = clock.now

let quire: TestServer
let workspaceId: string

before(async () => {
  quire = await startServer()
  workspaceId = quire.workspaceId
})
after(async () => {
  clock.now = realNow
  await quire.close()
})

for (const path of ['/v1/pages/markdown', '/v1/pages/stats', '/v1/page-files/list']) {
  describe(`POST ${path}`, () => {
    it('refuses a page that does not exist, in the specified words', async () => {
      const { status, body } = await quire.post(path, { workspaceId, pageId: nothing })
      assert.equal(status, 404)
      assert.deepEqual(body, {
        code: 'PAGE_NOT_FOUND',
        message: `PAGE_NOT_FOUND: page ${nothing} not found`,
      })
    })

    it('refuses a page of another workspace, also of the same person', async () => {
      const other = await addWorkspace(quire, 'Other')
      const pageId = await addPage(quire, 'Foreign', { workspaceId: other })
      const { status, body } = await quire.post(path, { workspaceId, pageId })
      assert.equal(status, 404)
      assert.equal(body.message, `PAGE_NOT_FOUND: page ${pageId} not found`)
    })

    it('takes ids in upper case', async () => {
      const pageId = await addPage(quire, 'Shouted')
      const body = { workspaceId: workspaceId.toUpperCase(), pageId: pageId.toUpperCase() }
      assert.equal((await quire.post(path, body)).status, 200)
    })
  })
}

describe('POST /v1/pages/markdown', () => {
  it('answers exactly the Markdown', async () => {
    const pageId = await addPage(quire, 'Short', { markdown: 'Hello *there*.' })
    const { body } = await quire.post<object>('/v1/pages/markdown', { workspaceId, pageId })
    assert.deepEqual(body, { markdown: 'Hello *there*.\n' })
  })

  const everything = [
    '# Heading',
    'A paragraph with **bold**, *italic*, ~~struck~~, `code` and a [link](https://example.com).',
    '- one\n- two\n  - nested',
    '1. first\n2. second',
    '- [ ] open\n- [x] done',
    '> quoted',
    '```js\nconst a = 1\n```',
    '| a | b |\n| --- | --- |\n| 1 | 2 |',
    '---',
    '![a picture](https://example.com/a.png)',
    'Ünïcödé 漢字 🎈',
  ].join('\n\n')

  it('comes back meaning the same, and the same again', async () => {
    const first = await markdownOf(quire, await addPage(quire, 'A', { markdown: everything }))
    for (const excerpt of [
      '# Heading',
      '**bold**',
      '~~struck~~',
      '`code`',
      'const a = 1',
      '漢字 🎈',
    ]) {
      assert.ok(first.includes(excerpt), excerpt)
    }
    assert.match(first, /\[ \] open\n[-*] \[x\] done/)
    assert.match(first, /\| a +\| b +\|\n\| -+ \| -+ \|\n\| 1 +\| 2 +\|/)
    const second = await markdownOf(quire, await addPage(quire, 'B', { markdown: first }))
    assert.equal(second, first)
  })
})

describe('POST /v1/pages/stats', () => {
  it('answers exactly type, ownership, instant and author', async () => {
    const grace = await addPerson(quire, 'Grace', 'MEMBER')
    clock.now = () => Date.UTC(2026, 4, 6, 7, 8, 9, 10)
    const body = { workspaceId, title: 'Hers', ownership: 'AGENT' }
    const created = await quire.post<{ pageId: string }>('/v1/pages/create', body, grace.key)
    clock.now = realNow
    const { pageId } = created.body
    const { body: stats } = await quire.post<object>('/v1/pages/stats', { workspaceId, pageId })
    assert.deepEqual(stats, {
      type: 'TEXT',
      ownership: 'AGENT',
      createdAt: '2026-05-06T07:08:09.010Z',
      createdBy: {
        id: grace.userId,
        firstName: 'Grace',
        lastName: 'Tester',
        email: 'grace@example.com',
      },
    })
  })
})
