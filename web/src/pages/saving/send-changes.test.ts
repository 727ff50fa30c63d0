import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { startWebServer, type WebServer } from '../../../../test/support/web/web-server.tsx'

let quire: WebServer
const { sendChanges } = await import('./send-changes.ts')

before(async () => {
  quire = await startWebServer()
})
after(() => quire.close())

const newPage = async () => ({
  workspaceId: quire.workspaceId,
  pageId: await quire.addPage('Plan'),
})
const ada = { id: 'a', firstName: 'Ada', lastName: 'Lovelace' }
const content = { type: 'doc' as const, content: [{ type: 'paragraph' }] }

describe('sendChanges', () => {
  it('tells a conflict from a refusal', async () => {
    const page = await newPage()
    await sendChanges(page, { version: 1, title: 'Plan B' }, ada)
    assert.deepEqual(await sendChanges(page, { version: 1, title: 'Plan C' }, ada), {
      kind: 'conflict',
      origins: [],
    })
  })

  it('merges other words, and names the places where others changed the same', async () => {
    const pageIds = await newPage()
    const text = (words: string) => ({
      type: 'doc' as const,
      content: [{ type: 'paragraph', content: [{ type: 'text', text: words }] }],
    })
    await sendChanges(pageIds, { version: 1, content: text('It costs 5,000 a year.') }, ada)
    await sendChanges(pageIds, { version: 2, content: text('It costs 9,000 a year.') }, ada)
    const month = { version: 2, content: text('It costs 5,000 a month.') }
    const merged = await sendChanges(pageIds, month, ada)
    assert.partialDeepStrictEqual(merged, { kind: 'saved', version: 4, merged: true })
    const mine = { version: 2, content: text('It costs 8,000 a year.') }
    assert.partialDeepStrictEqual(await sendChanges(pageIds, mine, ada), {
      kind: 'conflict',
      origins: [{ base: '5,000', theirs: '9,000', yours: '8,000', by: { firstName: 'Ada' } }],
    })
  })

  it('says in the server’s words what it refuses', async () => {
    const page = await newPage()
    const result = await sendChanges(
      { ...page, pageId: page.workspaceId },
      { version: 1, title: '' },
      ada,
    )
    assert.equal(result.kind, 'refused')
    assert.match(result.kind === 'refused' ? result.message : '', /page/i)
  })

  it('says why the server refuses', async () => {
    const page = await newPage()
    const reasons = [
      [401, 'SIGN_IN_REQUIRED', 'signed-out'],
      [403, 'FORBIDDEN', 'no-access'],
      [404, 'WORKSPACE_NOT_FOUND', 'no-access'],
      [404, 'PAGE_NOT_FOUND', 'lost'],
      [413, 'BODY_TOO_LARGE', 'too-large'],
      [507, 'STORAGE_FULL', 'storage-full'],
      [429, 'RATE_LIMITED', 'server-error'],
      [500, 'INTERNAL', 'server-error'],
      [503, 'BUSY', 'server-error'],
      [400, 'VALIDATION_FAILED', 'refused'],
    ] as const
    for (const [status, code, reason] of reasons) {
      quire.refuse('/v1/pages/save', status, { code, message: 'of the server' })
      const result = await sendChanges(page, { version: 1, content }, ada)
      const { message: _, ...refused } = { message: '', ...result }
      assert.deepEqual(refused, { kind: 'refused', reason })
    }
  })

  it('tells a page in the trash from one that the person cannot open any more', async () => {
    const page = await newPage()
    const belowId = await quire.addPage('Below', { parentId: page.pageId })
    await quire.post('/v1/pages/delete', page)
    const reasonOf = async (ids: Parameters<typeof sendChanges>[0]) => {
      const result = await sendChanges(ids, { version: 1, content }, ada)
      return result.kind === 'refused' ? result.reason : result.kind
    }
    assert.equal(await reasonOf(page), 'trashed')
    const below = { ...page, pageId: belowId }
    assert.equal(await reasonOf({ ...below, ancestorIds: [page.pageId] }), 'trashed')
    assert.equal(await reasonOf({ ...page, pageId: page.workspaceId }), 'lost')
  })

  it('gives the version that came of it', async () => {
    const page = await newPage()
    const result = await sendChanges(page, { version: 1, title: 'Plan B', icon: '🌱' }, ada)
    assert.equal(result.kind === 'saved' && result.version, 2)
    const again = await sendChanges(page, { version: 2, content }, ada)
    assert.equal(again.kind, 'saved')
  })
})
