import assert from 'node:assert/strict'
import { mkdtemp, readdir, rm, truncate } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import { openApp } from '../../server/app.ts'
import { operator } from '../../server/cli/operator.ts'
import { readConfig } from '../../server/config.ts'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { verifyBackup } from '../../server/domain/transfer/backup/verify.ts'
import { files, systemViewer } from '../../server/store/index.ts'
import { runCommand } from '../support/processes/process.ts'
import { contextOf } from '../support/server.ts'
import { databaseOf } from '../support/stores/stores.ts'
import { type Desk, openDesk, pixel } from './folders.ts'

let desk: Desk
before(async () => {
  desk = await openDesk()
  const folder = await desk.write({ 'index.md': '# Handbook\n\n![p](p.png)\n', 'p.png': pixel })
  await desk.importFrom(folder)
})
after(() => desk.close())

const quire = (...words: string[]) => runCommand(words, { dataFolder: desk.dataFolder })
const inFolder = (name: string) => join(desk.folder, name)

async function temporaryFolders(): Promise<string[]> {
  return (await readdir(desk.folder)).filter((name) => name.includes('verify'))
}

describe('quire backup', () => {
  it('refuses a store that holds nobody, and leaves no file', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-nobody-'))
    const environment = { QUIRE_DATA: dataFolder, DATABASE_URL: await databaseOf(dataFolder) }
    await (await openApp(readConfig(environment))).close()
    const ended = await runCommand(['backup', join(dataFolder, 'x.tar.gz')], { dataFolder })
    assert.deepEqual([ended.code, ended.stdout], [1, ''])
    assert.match(ended.stderr, /is empty, so there is nothing to back up/)
    assert.equal((await readdir(dataFolder)).includes('x.tar.gz'), false)
    await rm(dataFolder, { recursive: true })
  })

  it('ends with 1 and names the files whose contents are lost, in a backup of all the rest', async () => {
    const name = 'gone.txt'
    const lost = await desk.write({ 'a.md': `[gone](${name})\n`, [name]: 'to be lost' })
    await desk.importFrom(lost)
    const all = await files.all(desk.app.store, systemViewer(desk.workspaceId))
    const file = all.find((each) => each.name === name)
    assert.ok(file !== undefined)
    const { sha256, id } = file
    await rm(join(desk.dataFolder, 'files', sha256.slice(0, 2), sha256))
    const { code, stdout } = await quire('backup', inFolder('lossy.tar.gz'), '--verify')
    assert.equal(code, 1)
    assert.match(stdout, /^Wrote .*lossy\.tar\.gz/)
    assert.match(stdout, /THE BACKUP IS INCOMPLETE/)
    assert.ok(stdout.includes(`file ${id} (${name})`))
    assert.match(stdout, /Verified the backup [^]* It lacks the contents of 1 file\./)
    const json = await quire('backup', inFolder('lossy-again.tar.gz'), '--json')
    assert.equal(json.code, 1)
    assert.deepEqual(JSON.parse(json.stdout).missing, [{ id, name, sha256 }])
    await desk.app.contextFor(operator()).files.put([Buffer.from('to be lost')])
  })
})

describe('quire backup --verify', () => {
  it('refuses a call that names no file, or two', async () => {
    for (const words of [[], ['--verify'], ['a.tar.gz', '--verify', 'b.tar.gz']]) {
      const { code, stderr } = await quire('backup', ...words)
      assert.equal(code, 2)
      assert.match(stderr, /Name one file/)
    }
  })

  it('refuses a backup that is not there, and one that is damaged', async () => {
    assert.match(
      (await quire('backup', '--verify', inFolder('none.tar.gz'))).stderr,
      /There is no backup/,
    )
    await writeBackup(contextOf(desk, { via: 'cli' }), inFolder('cut.tar.gz'))
    await truncate(inFolder('cut.tar.gz'), 300)
    const cut = await quire('backup', '--verify', inFolder('cut.tar.gz'))
    assert.deepEqual([cut.code, cut.stdout], [1, ''])
    assert.match(cut.stderr, /damaged or truncated/)
    assert.deepEqual(await temporaryFolders(), [])
  })

  it('finds rows that do not come back as they were', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-temporaryApp-'))
    const path = join(desk.folder, 'changed.tar.gz')
    await writeBackup(contextOf(desk, { via: 'cli' }), path)
    const temporaryApp = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
    const change = "update pages set title = 'Other' where id = new.id"
    const database = new DatabaseSync(join(dataFolder, 'quire.db'))
    database.exec(`create trigger other after insert on pages begin ${change}; end`)
    database.close()
    await assert.rejects(verifyBackup(temporaryApp.contextFor(operator()), path), {
      message: /differs from the backup: pages has different rows than the backup/,
    })
    await temporaryApp.close()
    await rm(dataFolder, { recursive: true })
  })

  it('restores what it wrote to a temporary folder, compares, and leaves only the backup', async () => {
    const written = await quire('backup', inFolder('fresh.tar.gz'), '--verify')
    assert.equal(written.code, 0, written.stderr)
    assert.match(
      written.stdout,
      /^Wrote [^]*\n\nVerified the backup of .* a restored copy has the same rows and files/,
    )
    const later = await quire('backup', '--verify', inFolder('fresh.tar.gz'))
    assert.equal(later.code, 0, later.stderr)
    assert.match(later.stdout, /^Verified the backup of .*No new backup was written\.\n$/)
    const json = await quire('backup', '--verify', inFolder('fresh.tar.gz'), '--json')
    assert.equal(JSON.parse(json.stdout).verified, true)
    assert.deepEqual(await temporaryFolders(), [])
  })

  it('needs no store for a backup that is there', async () => {
    await quire('backup', inFolder('alone.tar.gz'))
    const dataFolder = join(desk.folder, 'none')
    const words = ['backup', '--verify', inFolder('alone.tar.gz')]
    const { code, stderr } = await runCommand(words, { dataFolder })
    assert.equal(code, 0, stderr)
    await assert.rejects(readdir(dataFolder))
  })
})
