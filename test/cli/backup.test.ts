import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { gunzipSync, gzipSync } from 'node:zlib'
import { type App, openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/domain/context.ts'
import { checkpoint } from '../../server/domain/pages/journal/checkpoint.ts'
import { currentDocument } from '../../server/domain/pages/journal/current.ts'
import { createAuthenticator } from '../../server/domain/people/api-keys.ts'
import { searchPages } from '../../server/domain/search/search.ts'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { restoreBackup } from '../../server/domain/transfer/backup/restore.ts'
import { verifyBackup } from '../../server/domain/transfer/backup/verify.ts'
import { checkStore } from '../../server/domain/transfer/check/check.ts'
import { dump, files, pages, steps, systemViewer } from '../../server/store/index.ts'
import { addPage } from '../support/pages.ts'
import { addKey, contextOf } from '../support/server.ts'
import { databaseOf } from '../support/stores/stores.ts'
import { journalOf, typeText } from '../support/typing.ts'
import { type ArchiveEntry, readArchive, withManifest, writeArchive } from './archives.ts'
import { type Desk, openDesk, pixel } from './folders.ts'

let desk: Desk
let backup: string
before(async () => {
  desk = await openDesk()
  const folder = await desk.write({
    'index.md': '# Handbook\n\n![p](p.png) [next](next.md)\n',
    'next.md': '# Next é 😀\n\nA wombat digs.\n',
    'p.png': pixel,
  })
  await desk.importFrom(folder)
  await desk.importFrom(folder, await desk.addWorkspace())
  await addKey(desk, { readOnly: true, workspaceIds: [desk.workspaceId] })
  const [first] = await pages.all(desk.app.store, systemViewer(desk.workspaceId))
  const pageId = first?.id ?? ''
  const content = { type: 'doc', content: [{ type: 'paragraph' }] }
  for (const path of ['/v1/pages/update', '/v1/favourites/add', '/v1/recent/visit']) {
    const { status } = await desk.post(path, { workspaceId: desk.workspaceId, pageId, content })
    assert.equal(status, 200)
  }
  backup = join(desk.folder, 'backup.tar.gz')
  await writeBackup(on(desk.app), backup)
})
after(() => desk.close())

const on = (app: App): Context => contextOf({ ...desk, app }, { via: 'cli' })

/** An empty store of its own. */
async function withEmpty<Result>(
  work: (context: Context, dataFolder: string) => Promise<Result>,
): Promise<Result> {
  const dataFolder = await mkdtemp(join(tmpdir(), 'quire-empty-'))
  const app = await openApp(
    readConfig({ QUIRE_DATA: dataFolder, DATABASE_URL: await databaseOf(dataFolder) }),
  )
  try {
    return await work(on(app), dataFolder)
  } finally {
    await app.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

async function tablesOf({ store }: Context): Promise<Record<string, object[]>> {
  return store.snapshot(async (snapshot) => {
    const tables: Record<string, object[]> = {}
    for (const table of dump.tables) {
      tables[table] = []
      for await (const row of dump.rows(snapshot, table)) tables[table].push({ ...row })
    }
    return tables
  })
}

/** A restore that must be refused, and must leave the store as empty as it was. */
async function assertRefused(path: string, message: RegExp, code = 'VALIDATION_FAILED') {
  await withEmpty(async (context, dataFolder) => {
    await assert.rejects(restoreBackup(context, path), { code, message })
    assert.equal(await dump.isEmpty(context.store), true)
    const left = await readdir(join(dataFolder, 'files'))
    assert.deepEqual(left, ['unfinished'], 'no file was stored')
  })
}

async function changed(name: string, change: (entries: ArchiveEntry[]) => ArchiveEntry[]) {
  return writeArchive(join(desk.folder, name), change(await readArchive(backup)))
}

describe('backup', () => {
  it('refuses a file that is there, and a folder that is not', async () => {
    const context = on(desk.app)
    const before = await readFile(backup)
    await assert.rejects(writeBackup(context, backup), { code: 'ALREADY_EXISTS' })
    await assert.rejects(writeBackup(context, desk.folder), { code: 'ALREADY_EXISTS' })
    const nowhere = join(desk.folder, 'gone', 'backup.tar.gz')
    await assert.rejects(writeBackup(context, nowhere), { code: 'VALIDATION_FAILED' })
    assert.deepEqual(await readFile(backup), before)
  })

  it('leaves nothing half-written, and lets only its owner read it', async () => {
    const names = await readdir(desk.folder)
    assert.deepEqual(
      names.filter((name) => name.includes('unfinished')),
      [],
    )
    assert.equal((await stat(backup)).mode & 0o777, 0o600)
  })

  it('says what it holds, and holds no search index and no key', async () => {
    const entries = await readArchive(backup)
    const names = entries.map(({ header }) => header.name)
    const sha256 = createHash('sha256').update(pixel).digest('hex')
    assert.deepEqual(names, [
      'manifest.json',
      `files/${sha256}`,
      ...dump.tables.map((table) => `tables/${table}.jsonl`),
    ])
    const manifest = JSON.parse(entries[0]?.content.toString() ?? '')
    assert.deepEqual(manifest.files, { count: 1, bytes: pixel.length, missing: [] })
    assert.equal(manifest.tables.pages.rows, 4)
    assert.equal(
      entries.some(({ content }) => content.includes(desk.key)),
      false,
    )
  })

  it('sees one moment while pages go on being made', async () => {
    const path = join(desk.folder, 'moving.tar.gz')
    const create = (index: number) =>
      desk.post('/v1/pages/create', { workspaceId: desk.workspaceId, title: `Live ${index}` })
    await Promise.all([
      writeBackup(on(desk.app), path),
      ...Array.from({ length: 50 }, (_, index) => create(index)),
    ])
    await withEmpty(async (context) => {
      await restoreBackup(context, path)
      assert.deepEqual((await checkStore(context)).faults, [])
    })
  })

  it('goes on without a content that is lost or damaged, and says so', async () => {
    await withEmpty(async (context, dataFolder) => {
      await restoreBackup(context, backup)
      const [{ sha256 } = { sha256: '' }] = await files.hashes(context.store)
      await writeFile(join(dataFolder, 'files', sha256.slice(0, 2), sha256), 'other bytes')
      const path = join(desk.folder, 'lossy.tar.gz')
      const report = await writeBackup(context, path)
      assert.deepEqual(report.files, { count: 0, bytes: 0, missing: [sha256] })
      await withEmpty(async (other) => {
        assert.deepEqual((await restoreBackup(other, path)).files.missing, [sha256])
        const { faults } = await checkStore(other)
        assert.deepEqual(
          faults.map(({ part }) => part),
          ['files', 'files'],
        )
      })
    })
  })
})

describe('restore', () => {
  it('refuses a store that holds someone, and changes nothing there', async () => {
    const context = on(desk.app)
    const before = await tablesOf(context)
    await assert.rejects(restoreBackup(context, backup), { code: 'STORE_NOT_EMPTY' })
    assert.deepEqual(await tablesOf(context), before)
  })

  it('refuses what is no backup', async () => {
    const write = async (name: string, content: string | Uint8Array) => {
      await writeFile(join(desk.folder, name), content)
      return join(desk.folder, name)
    }
    await assertRefused(join(desk.folder, 'gone'), /There is no backup/)
    await assertRefused(desk.folder, /There is no backup/)
    await assertRefused(await write('empty', ''), /damaged or truncated/)
    await assertRefused(await write('text', 'hello'), /damaged or truncated/)
    await assertRefused(await write('zip', gzipSync('')), /it is empty/)
    await assertRefused(
      await write('noise', gzipSync(Buffer.alloc(2048, 7))),
      /damaged or truncated/,
    )
    const foreign = [{ header: { name: 'manifest.json' }, content: Buffer.from('{"a":1}') }]
    await assertRefused(await changed('foreign', () => foreign), /manifest cannot be read/)
  })

  it('refuses a backup that was cut off, wherever', async () => {
    const bytes = await readFile(backup)
    const plain = gunzipSync(bytes)
    const path = join(desk.folder, 'cut')
    for (let part = 1; part < 8; part += 1) {
      await writeFile(path, bytes.subarray(0, Math.floor((bytes.length * part) / 8)))
      await assertRefused(path, /damaged or truncated/)
      await writeFile(path, gzipSync(plain.subarray(0, Math.floor((plain.length * part) / 8))))
      await assertRefused(path, /truncated|it is empty/)
    }
    await writeFile(path, bytes.subarray(0, -1))
    await assertRefused(path, /damaged or truncated/)
  })

  it('refuses a backup in which a bit was turned, wherever', async () => {
    const plain = gunzipSync(await readFile(backup))
    const path = join(desk.folder, 'turned')
    for (const mark of ['wombat', 'ada@example.com', '\x89PNG', '"rows"', 'tables/pages']) {
      const copy = Buffer.from(plain)
      const at = copy.indexOf(Buffer.from(mark, 'latin1'))
      copy.writeUInt8((copy[at + 2] ?? 0) ^ 1, at + 2)
      await writeFile(path, gzipSync(copy))
      await assertRefused(path, /cannot be restored/)
    }
  })

  it('refuses names and kinds that lead elsewhere', async () => {
    const content = Buffer.from('x')
    const hostile: ArchiveEntry['header'][] = [
      { name: '../evil' },
      { name: '/etc/evil' },
      { name: 'files/../../evil' },
      { name: `files/${'A'.repeat(64)}` },
      { name: 'tables/../users.jsonl' },
      { name: 'tables/sqlite_schema.jsonl' },
      { name: `files/${'a'.repeat(64)}`, type: 'directory' },
    ]
    for (const header of hostile) {
      const entry = { header, content: header.type === undefined ? content : Buffer.alloc(0) }
      const path = await changed('hostile', ([head, ...rest]) =>
        head ? [head, entry, ...rest] : [],
      )
      await assertRefused(path, /cannot be restored/)
    }
    const link = { name: 'files/link', type: 'symlink' as const, linkname: '/etc/passwd' }
    const empty = Buffer.alloc(0)
    const linked = await changed('linked', (all) => [...all, { header: link, content: empty }])
    await assertRefused(linked, /unexpected entry/)
  })

  it('refuses files and tables that are not those of the manifest', async () => {
    const sha256 = createHash('sha256').update('more').digest('hex')
    const more = { header: { name: `files/${sha256}` }, content: Buffer.from('more') }
    const isFile = ({ header }: ArchiveEntry) => header.name.startsWith('files/')
    const broken: [string, (all: ArchiveEntry[]) => ArchiveEntry[], RegExp][] = [
      ['a file more', ([head, ...rest]) => (head ? [head, more, ...rest] : []), /more files/],
      ['a file less', (all) => all.filter((entry) => !isFile(entry)), /truncated|is missing/],
      ['a file late', (all) => [...all, more], /out of order/],
      ['a table less', (all) => all.slice(0, -1), /truncated/],
      [
        'tables turned',
        (all) => [...all.slice(0, -2), ...all.slice(-2).toReversed()],
        /out of order/,
      ],
      [
        'a manifest more',
        ([head, ...rest]) => (head ? [head, head, ...rest] : []),
        /two manifests/,
      ],
      ['no manifest', (all) => all.slice(1), /does not start/],
    ]
    for (const [name, change, message] of broken) {
      await assertRefused(await changed(name, change), message)
    }
  })

  it('refuses rows that do not fit, though every hash is right', async () => {
    const edit = (table: string, text: (before: string) => string) => (all: ArchiveEntry[]) =>
      withManifest(
        all.map((entry) =>
          entry.header.name === `tables/${table}.jsonl`
            ? { ...entry, content: Buffer.from(text(entry.content.toString())) }
            : entry,
        ),
      )
    const broken: [string, (before: string) => string][] = [
      ['users', (text) => text + text],
      ['users', () => 'no json\n'],
      ['users', () => '{"id":["list"]}\n'],
      ['users', () => '{"id) values (1); drop table users; --":"x"}\n'],
      ['users', () => '{"id":"x","nickname":"y"}\n'],
      ['pages', (text) => text.replaceAll('"workspace_id":"', '"workspace_id":"x')],
      ['members', (text) => text.replaceAll('OWNER', 'KING')],
      ['files', (text) => text.replace(/"sha256":"../, '"sha256":"zz')],
      ['page_contents', (text) => text.replaceAll('"blocks":"[', '"blocks":"')],
    ]
    for (const [table, text] of broken) {
      const path = await changed('rows', edit(table, text))
      await withEmpty(async (context) => {
        await assert.rejects(restoreBackup(context, path), { code: 'VALIDATION_FAILED' })
        assert.equal(await dump.isEmpty(context.store), true)
        assert.deepEqual((await checkStore(context)).faults, [])
      })
    }
  })

  it('refuses a backup of a newer program', async () => {
    const newer = (field: string) => (all: ArchiveEntry[]) =>
      withManifest(all, (manifest) => ({ ...manifest, [field]: 999 }))
    await assertRefused(await changed('format', newer('version')), /or a newer one/, 'STORE_NEWER')
    await assertRefused(await changed('store', newer('migration')), /or a newer one/, 'STORE_NEWER')
  })

  it('gives back what was typed and is in no document yet', async () => {
    const { workspaceId } = desk
    const pageId = await addPage(desk, 'Draft', { markdown: 'End.' })
    for (const text of ['two ', 'one ']) await typeText(desk, pageId, text)
    const path = join(desk.folder, 'typed.tar.gz')
    await writeBackup(on(desk.app), path)
    await withEmpty(async (context) => {
      await restoreBackup(context, path)
      const page = { workspaceId, pageId }
      const rows = await steps.since(context.store, page, 0, 9)
      assert.deepEqual(rows, await journalOf(desk, pageId))
      assert.deepEqual((await checkStore(context)).faults, [])
      assert.match((await currentDocument(context, context.store, page)) ?? '', /"one two End\."/)
      await checkpoint(context, page)
      const [head] = await steps.heads(context.store, workspaceId, [pageId])
      assert.deepEqual([head?.version, head?.contentVersion], [3, null])
      assert.deepEqual((await checkStore(context)).faults, [])
    })
    await withEmpty((context) => verifyBackup(context, path))
    await checkpoint(on(desk.app), { workspaceId, pageId })
  })

  it('gives everything back: rows, files, search answers, keys', async () => {
    await withEmpty(async (context) => {
      await rm(join(desk.folder, 'now.tar.gz'), { force: true })
      const now = join(desk.folder, 'now.tar.gz')
      await writeBackup(on(desk.app), now)
      const report = await restoreBackup(context, now)
      assert.deepEqual(await tablesOf(context), await tablesOf(on(desk.app)))
      assert.equal(report.files.count, 1)
      const [file] = await files.all(context.store, systemViewer(desk.workspaceId))
      const home = await files.workspaceOf(context.store, file?.id ?? '')
      assert.equal(home, desk.workspaceId)
      const [content = { sha256: '', size: 0 }] = await files.hashes(context.store)
      const chunks: Uint8Array[] = []
      for await (const chunk of await context.files.open(content)) chunks.push(chunk)
      assert.deepEqual(Buffer.concat(chunks), pixel)
      for (const query of ['wombat', 'handbook', 'next', 'digs']) {
        const viewer = systemViewer(desk.workspaceId)
        const found = await searchPages({ ...context, viewer }, { query, k: 10 })
        const before = await searchPages({ ...on(desk.app), viewer }, { query, k: 10 })
        assert.deepEqual(found, before)
        assert.ok(found.length > 0, query)
      }
      const authenticate = createAuthenticator(context.store, () => undefined)
      assert.equal((await authenticate(desk.key)).userId, desk.userId)
      assert.deepEqual((await checkStore(context)).faults, [])
      await assert.rejects(restoreBackup(context, now), { code: 'STORE_NOT_EMPTY' })
    })
  })
})
