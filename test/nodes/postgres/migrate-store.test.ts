import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import pg from 'pg'
import { openApp } from '../../../server/app.ts'
import { readConfig } from '../../../server/config.ts'
import { createPage } from '../../../server/domain/pages/create.ts'
import { moveStore } from '../../../server/domain/transfer/backup/move-store.ts'
import { type Call, caller } from '../../faults/caller.ts'
import {
  initialize,
  runCommand,
  runCommandProcess,
  startProcess,
} from '../../support/processes/process.ts'
import { contextOf } from '../../support/server.ts'
import { createDatabase, type TestDatabase } from '../../support/stores/postgres.ts'
import { startS3 } from '../../support/stores/s3.ts'
import { typeText } from '../../support/typing.ts'

type First = Awaited<ReturnType<typeof initialize>>

async function fill(call: Call): Promise<void> {
  for (let count = 0; count < 30; count += 1) {
    const markdown = `# Part\n\nThe ${count}th wombat digs — żółw 😀\n`
    const created = await call('/v1/pages/create', { title: `Page ${count}`, markdown })
    const { pageId } = created.body
    const contentBase64 = Buffer.from(`bytes ${count % 7}`).toString('base64')
    const file = { fileName: 'a.txt', mimeType: 'text/plain', contentBase64 }
    const stored = await call('/v1/page-files/upload-file', { pageId, ...file })
    assert.deepEqual([created.status, stored.status], [200, 200])
  }
}

/** What a caller sees of a store. */
async function look(
  settings: Parameters<typeof startProcess>[0],
  first: First,
): Promise<unknown[]> {
  const server = await startProcess(settings)
  const call = caller(server.address, first)
  const found = await Promise.all([
    call('/v1/workspace/stats', {}),
    call('/v1/search/pages', { query: 'wombat żółw', k: 20 }),
    call('/v1/search/pages', { query: 'page 12', k: 20 }),
    call('/v1/files/list', { limit: 100 }),
  ])
  await server.stop()
  return found
}

describe('quire migrate-store', () => {
  let folder = ''
  let database: TestDatabase
  let first: First
  let below = { dataFolder: '' }
  let postgresSettings = { dataFolder: '', environment: { DATABASE_URL: '' } }
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-move-'))
    database = await createDatabase()
    below = { dataFolder: join(folder, 'below') }
    postgresSettings = { ...below, environment: { DATABASE_URL: database.url } }
    first = await initialize(below)
    const server = await startProcess(below)
    await fill(caller(server.address, first))
    await server.stop()
  })
  after(async () => {
    await database.drop()
    await rm(folder, { recursive: true, force: true })
  })

  const move = (settings: Parameters<typeof runCommand>[1], ...words: string[]) =>
    runCommand(['migrate-store', ...words, '--json'], settings)

  it('refuses a store that is none, or that holds what is not of this one', async () => {
    const wrong = await move(below, '--to', 'mysql://localhost/quire')
    assert.deepEqual([wrong.code, JSON.parse(wrong.stderr).code], [1, 'VALIDATION_FAILED'])
    const other = { dataFolder: join(folder, 'other') }
    await initialize(other)
    const taken = await move(below, '--to', other.dataFolder)
    assert.deepEqual([taken.code, JSON.parse(taken.stderr).code], [1, 'STORE_NOT_EMPTY'])
  })

  it('copies up to PostgreSQL, and again, and everything answers the same', async () => {
    const before = await look(below, first)
    for (let round = 0; round < 2; round += 1) {
      const moved = await move(below, '--to', database.url)
      assert.equal(moved.stderr, '')
      const { rows, files } = JSON.parse(moved.stdout)
      assert.deepEqual([rows.pages, rows.users, files.count], [30, 1, 7])
    }
    const result = await runCommandProcess(['migrate-store', '--to', database.url], below)
    const stay = `Not copied: the contents of 7 files (49 B) stay in ${below.dataFolder}/files. Start the new servers with QUIRE_DATA=${below.dataFolder}.`
    assert.ok(result.stdout.includes(stay), result.stdout)
    assert.deepEqual(await look(postgresSettings, first), before)
    const checked = await runCommand(['check'], postgresSettings)
    assert.equal(checked.code, 0, checked.stdout)
  })

  it('lets PostgreSQL know how much came, so that it reads by the indexes from the start', async () => {
    const client = new pg.Client(database.url)
    await client.connect()
    const { rows } = await client.query(
      `select relname, reltuples::int as rows from pg_class where relname in ('pages', 'users') order by 1`,
    )
    await client.end()
    assert.deepEqual(rows, [
      { relname: 'pages', rows: 30 },
      { relname: 'users', rows: 1 },
    ])
  })

  it('refuses a copy that somebody has written to', async () => {
    const server = await startProcess(postgresSettings)
    const created = await caller(server.address, first)('/v1/pages/create', { title: 'Above' })
    assert.equal(created.status, 200)
    await server.stop()
    const again = await move(below, '--to', database.url)
    assert.deepEqual([again.code, JSON.parse(again.stderr).code], [1, 'STORE_NOT_EMPTY'])
  })

  it('copies back into a folder, with the files', async () => {
    const back = { dataFolder: join(folder, 'back') }
    const moved = await move(postgresSettings, '--to', back.dataFolder)
    assert.equal(moved.stderr, '')
    const { files, filesIn } = JSON.parse(moved.stdout)
    assert.deepEqual([files.copied, filesIn], [7, `${back.dataFolder}/files`])
    assert.deepEqual(await look(back, first), await look(postgresSettings, first))
    assert.equal((await runCommand(['check'], back)).code, 0)
  })

  it('moves what was typed and is in no document yet, there and back', async () => {
    const source = { dataFolder: join(folder, 'typed') }
    const typist = await initialize(source)
    const app = await openApp(readConfig({ QUIRE_DATA: source.dataFolder }))
    const { workspaceId } = typist
    const ownership = 'TEXT' as const
    const page = { workspaceId, parentId: null, title: 'Draft', markdown: 'End.', ownership }
    const pageId = await createPage(contextOf({ app, ...typist }), page)
    for (const text of ['two ', 'one ']) await typeText({ app, ...typist }, pageId, text)
    await app.close()
    const other = await createDatabase()
    const moved = {
      dataFolder: join(folder, 'typed-there'),
      environment: { DATABASE_URL: other.url },
    }
    const back = { dataFolder: join(folder, 'typed-back') }
    assert.equal((await move(source, '--to', other.url)).stderr, '')
    assert.equal((await move(moved, '--to', back.dataFolder)).stderr, '')
    for (const settings of [moved, back]) {
      const checked = await runCommand(['check'], settings)
      assert.equal(checked.code, 0, checked.stdout)
      const server = await startProcess(settings)
      const call = caller(server.address, typist)
      const { body } = await call('/v1/pages/markdown', { pageId })
      assert.equal(String(body['markdown']).trim(), 'one two End.')
      await server.stop()
    }
    await other.drop()
  })

  it('puts the files into a bucket', async () => {
    const service = await startS3()
    const { url, accessKeyId, secretAccessKey } = service.options
    const keys = { S3_ACCESS_KEY_ID: accessKeyId, S3_SECRET_ACCESS_KEY: secretAccessKey }
    const to = join(folder, 'bucket')
    try {
      const environment = { ...postgresSettings.environment, ...keys }
      const moved = await move({ ...postgresSettings, environment }, '--to', to, '--bucket', url)
      assert.equal(moved.stderr, '')
      const settings = { dataFolder: to, environment: { ...keys, S3_BUCKET_URL: url } }
      const checked = await runCommand(['check'], settings)
      assert.equal(checked.code, 0, checked.stdout)
      assert.match(checked.stdout, /contents of 7 files/)
      assert.deepEqual((await readdir(to)).toSorted(), ['quire.db', 'quire.db-mark'])
    } finally {
      await service.close()
    }
  })

  it('lets nobody write to the source meanwhile', async () => {
    const source = await openApp(readConfig({ QUIRE_DATA: below.dataFolder }))
    const target = await openApp(readConfig({ QUIRE_DATA: join(folder, 'meanwhile') }))
    const anonymousCaller = { userId: '', keyId: undefined, via: 'cli', readOnly: true } as const
    const anonymousContext = (app: typeof source) =>
      app.contextFor({ ...anonymousCaller, workspaceIds: undefined })
    let attempts = 0
    await moveStore(anonymousContext(source), anonymousContext(target), () => {
      if (attempts > 0) return
      attempts += 1
      const other = new DatabaseSync(join(below.dataFolder, 'quire.db'), { timeout: 0 })
      assert.throws(() => other.exec('begin immediate'), /locked/)
      other.close()
    })
    assert.equal(attempts, 1)
    await source.close()
    await target.close()
  })
})
