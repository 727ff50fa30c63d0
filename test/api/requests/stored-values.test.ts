import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { listAudit } from '../../../server/domain/administration/audit-log.ts'
import { updateServerSettings } from '../../../server/domain/administration/server-settings.ts'
import { newId } from '../../../server/lib/ids.ts'
import { audit, keys } from '../../../server/store/index.ts'
import { addPage } from '../../support/pages.ts'
import { addKey, contextOf, startServer, type TestServer } from '../../support/server.ts'
import { damage } from '../../support/stores/damage.ts'

describe('a stored value that is not what this version writes', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer({ rateLimit: 0 })
  })
  after(() => quire.close())

  const unreadable = (column: string, row: string) => ({
    status: 500,
    code: 'INTERNAL',
    message: `The stored value of ${column} for ${row} cannot be read. Restore it from a backup.`,
  })
  const ask = async (path: string, body: object = {}, key = quire.key) => {
    const { workspaceId } = quire
    const answer = await quire.post(path, { workspaceId, ...body }, key)
    return { status: answer.status, code: answer.body.code, message: answer.body.message }
  }

  it('is named with its column and row where it is no JSON, and where it is another', async () => {
    const key = await addKey(quire, { workspaceIds: [quire.workspaceId] })
    const all = await keys.ofUser(quire.app.store, quire.userId)
    const id = all.find(({ workspaceIds }) => workspaceIds !== null)?.id ?? ''
    for (const stored of ['[', '{"all":true}', '[1]', 'null']) {
      await damage(
        quire.dataFolder,
        'update api_keys set workspace_ids = $1 where id = $2',
        stored,
        id,
      )
      assert.deepEqual(
        await ask('/v1/workspace/stats', {}, key),
        unreadable('api_keys.workspace_ids', id),
        stored,
      )
    }
    assert.equal((await ask('/v1/workspace/stats')).status, 200, 'nobody else notices')
  })

  it('of a comment ends only what reads that page', async () => {
    const [page, other] = [await addPage(quire, 'Damaged'), await addPage(quire, 'Sound')]
    const created = await quire.post<{ commentId: string }>('/v1/comments/create', {
      workspaceId: quire.workspaceId,
      pageId: page,
      markdown: 'About what?',
    })
    const id = created.body.commentId
    const quote = '{"text":"no place"}'
    await damage(quire.dataFolder, 'update comments set quote = $1 where id = $2', quote, id)
    const list = (pageId: string) => ask('/v1/comments/list', { pageId })
    assert.deepEqual(await list(page), unreadable('comments.quote', id))
    assert.equal((await list(other)).status, 200)
  })

  it('of a body ends what reads that page, however large it is', async () => {
    const [page, other] = [await addPage(quire, 'Torn'), await addPage(quire, 'Whole')]
    const read = (pageId: string) => ask('/v1/pages/markdown', { pageId })
    const long = JSON.stringify({ type: 'doc', content: ['x'.repeat(20_000)] })
    for (const stored of ['{', '{"type":"doc"}', '{"type":"doc","content":[{"text":1}]}', long]) {
      const set = 'update page_contents set document = $1 where page_id = $2'
      await damage(quire.dataFolder, set, stored, page)
      const answer = await read(page)
      assert.deepEqual(answer, unreadable('page_contents.document', page), stored.slice(0, 50))
    }
    assert.equal((await read(other)).status, 200)
  })

  it('of a server setting is named, and so is one of the audit log', async () => {
    const put =
      "insert into server_settings (name, value, updated_at) values ('keysPerPerson', $1, 1)"
    await damage(quire.dataFolder, put, '"many"')
    const context = contextOf(quire)
    await assert.rejects(updateServerSettings(context, { keysPerPerson: 5 }), {
      message: unreadable('server_settings.value', 'keysPerPerson').message,
    })
    const entry = {
      id: newId(),
      createdAt: 1,
      workspaceId: null,
      actorId: null,
      keyId: null,
      via: 'cli',
      action: 'test',
      outcome: 'done' as const,
      subject: null,
      address: null,
      userAgent: null,
      details: '[1]',
    }
    await quire.app.store.transact((transaction) => audit.insert(transaction, entry))
    await assert.rejects(listAudit(quire.app.store, { limit: 1 }), {
      message: unreadable('audit_entries.details', entry.id).message,
    })
  })
})
