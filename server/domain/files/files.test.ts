import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { AppError } from '../../lib/errors.ts'
import { files, systemViewer } from '../../store/index.ts'
import type { Context } from '../context.ts'
import { checkStore } from '../transfer/check/check.ts'
import { addFile } from './files.ts'

describe('addFile', () => {
  let server: TestServer
  let context: Context
  let workspaceId = ''
  before(async () => {
    server = await startServer()
    workspaceId = server.workspaceId
    context = contextOf(server)
  })
  after(() => server.close())

  const list = () => files.list(context.store, systemViewer(workspaceId), { limit: 200, offset: 0 })
  const file = (content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>) => ({
    workspaceId,
    name: 'a.txt',
    mimeType: 'text/plain',
    content,
  })
  const nothingMore = async () => undefined

  it('writes no row for bytes that did not arrive whole', async () => {
    async function* broken() {
      yield Buffer.from('half')
      throw new AppError('VALIDATION_FAILED', 'the connection broke')
    }
    await assert.rejects(addFile(context, file(broken()), nothingMore), /connection broke/)
    assert.deepEqual(await list(), [])
  })

  it('writes no row and tells of nothing when what follows is refused', async () => {
    const before = (await checkStore(context)).events
    await assert.rejects(
      addFile(context, file([Buffer.from('whole')]), () =>
        Promise.reject(new AppError('PAGE_NOT_FOUND', 'no page')),
      ),
      /no page/,
    )
    assert.deepEqual(await list(), [])
    const { faults, events, orphans } = await checkStore(context)
    assert.deepEqual({ faults, events, orphans }, { faults: [], events: before, orphans: 1 })
  })

  it('keeps bytes once for two files of the same content', async () => {
    const ids = await Promise.all([
      addFile(context, file([Buffer.from('same')]), nothingMore),
      addFile(context, file([Buffer.from('sa'), Buffer.from('me')]), nothingMore),
    ])
    const rows = await Promise.all(
      ids.map((id) => files.get(context.store, systemViewer(workspaceId), id)),
    )
    assert.equal(rows[0]?.sha256, rows[1]?.sha256)
    assert.equal((await list()).length, 2)
    const { faults, contents } = await checkStore(context)
    assert.deepEqual({ faults, contents }, { faults: [], contents: 1 })
  })
})
