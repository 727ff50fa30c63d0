import assert from 'node:assert/strict'
import { chown, mkdir, mkdtemp, readdir, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { refuseForeignStore } from '../../server/cli/owner.ts'
import {
  type CommandSettings,
  type Ended,
  initialize,
  runCommand,
  runCommandProcess,
  type Settings,
  startProcess,
} from '../support/processes/process.ts'
import { onReadOnlyMount } from '../support/processes/read-only.ts'

let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-stores-'))
})
after(() => rm(folder, { recursive: true, force: true }))

/** Also where the same tests run with a database for each folder. */
const environment = { DATABASE_URL: undefined }

function quire(words: string[], settings: CommandSettings): Promise<Ended> {
  return runCommand(words, {
    ...settings,
    environment: { ...environment, ...settings.environment },
  })
}

function quireProcess(words: string[], settings: Settings): Promise<Ended> {
  return runCommandProcess(words, { ...settings, environment })
}

/** Every command that needs a store, with what it may ask for besides. */
const needing: string[][] = [
  ['user', 'add', 'bob@example.com', '--first-name', 'Bob', '--last-name', 'B'],
  ['user', 'list'],
  ['user', 'reset-link', 'ada@example.com'],
  ['user', 'remove', 'ada@example.com'],
  ['workspace', 'add', 'Lab', '--owner', 'ada@example.com'],
  ['workspace', 'list'],
  ['workspace', 'instructions', 'lab'],
  ['member', 'add', 'lab', 'ada@example.com'],
  ['member', 'list', 'lab'],
  ['member', 'remove', 'lab', 'ada@example.com'],
  ['key', 'add', 'ada@example.com'],
  ['key', 'list', 'ada@example.com'],
  ['key', 'revoke', 'x'],
  ['mcp', 'config', '--client', 'curl', '--for', 'ada@example.com'],
  ['import', '.', '--workspace', 'lab'],
  ['export', '/nowhere/out', '--workspace', 'lab'],
  ['backup', '/nowhere/x.tar.gz'],
  ['backup', '/nowhere/x.tar.gz', '--verify'],
  ['check'],
  ['migrate-store', '--to', '/nowhere/store'],
]

describe('a command with a wrong QUIRE_DATA', () => {
  it('ends with 1 and one clear sentence, and makes nothing', async () => {
    const empty = join(folder, 'empty')
    const truncated = join(folder, 'truncated')
    await mkdir(empty)
    await mkdir(truncated)
    await writeFile(join(truncated, 'quire.db'), '')
    const folders: [string, string[]][] = [
      [join(folder, 'missing'), []],
      [empty, []],
      [truncated, ['quire.db']],
    ]
    for (const [index, words] of needing.entries()) {
      const [dataFolder, names] = folders[index % folders.length] ?? ['', []]
      const { code, stdout, stderr } = await quire(words, { dataFolder })
      assert.deepEqual({ words, code, stdout }, { words, code: 1, stdout: '' })
      assert.match(stderr, /^quire: There is no Quire store in \S+\. Set QUIRE_DATA [^\n]+\n$/)
      assert.ok(stderr.includes(dataFolder))
      assert.deepEqual(await readdir(dataFolder).catch(() => []), names)
    }
  })

  it('makes a store where that is asked for with --create', async () => {
    const dataFolder = join(folder, 'asked')
    const person = ['ada@example.com', '--first-name', 'Ada', '--last-name', 'L']
    const created = await quire(['user', 'add', ...person, '--create'], { dataFolder })
    assert.equal(created.code, 0, created.stderr)
    assert.ok((await readdir(dataFolder)).includes('quire.db'))
  })
})

describe('quire --settings', () => {
  it('refuses a file that is not there, and takes settings from one that is', async () => {
    const dataFolder = join(folder, 'by-file')
    await initialize({ dataFolder, environment })
    const file = join(folder, 'quire.env')
    await writeFile(file, `# of the service\nQUIRE_DATA=${dataFolder}\n`)
    const unset = { dataFolder, environment: { QUIRE_DATA: undefined } }
    const refused = await quire(['user', 'list', '--settings', join(folder, 'gone.env')], unset)
    assert.equal(refused.code, 1)
    assert.match(refused.stderr, /gone\.env cannot be read/)
    const listed = await quire(['--settings', file, 'user', 'list'], unset)
    assert.equal(listed.code, 0, listed.stderr)
    assert.match(listed.stdout, /ada@example\.com/)
  })
})

describe('a command of root on the store of another user', () => {
  it('is refused with the command to run instead', async () => {
    const uid = process.getuid?.() === 0 ? 65_123 : process.getuid?.()
    assert.ok(uid !== undefined)
    const dataFolder = join(folder, "ada's")
    await mkdir(dataFolder)
    if (process.getuid?.() === 0) await chown(dataFolder, uid, uid)
    const settings = { dataFolder, databaseUrl: undefined, s3: undefined }
    assert.throws(() => refuseForeignStore(settings, { uid: 0, words: ['import', 'a b'] }), {
      code: 'STORE_UNUSABLE',
      message:
        /belongs to .*\n {2}(?:sudo -u \S+|setpriv --reuid=65123 --regid=65123 --clear-groups) env 'QUIRE_DATA=.*'\\''s' \S+\/bin\/quire\.js import 'a b'$/,
    })
    refuseForeignStore(settings, { uid, words: [] })
    refuseForeignStore({ ...settings, dataFolder: join(folder, 'none') }, { uid: 0, words: [] })
  })
})

describe('quire check and quire backup on a store that cannot be written', () => {
  it('read it, closed or left by a server that was killed, and leave it as it is', async () => {
    const dataFolder = join(folder, 'sealed')
    await initialize({ dataFolder, environment })
    const names = await readdir(dataFolder)
    const within = onReadOnlyMount(dataFolder)
    const checked = await quireProcess(['check'], { dataFolder, within })
    assert.equal(checked.code, 0, checked.stderr)
    assert.match(checked.stdout, /all is well/)
    const file = join(folder, 'sealed.tar.gz')
    const saved = await quireProcess(['backup', file, '--verify'], { dataFolder, within })
    assert.equal(saved.code, 0, saved.stderr)
    assert.match(
      saved.stdout,
      /1 workspace, 1 person[^]*a restored copy has the same rows and files/,
    )
    assert.deepEqual(await readdir(dataFolder), names)

    const server = await startProcess({ dataFolder, environment })
    await quire(['user', 'add', 'bob@example.com', '--first-name', 'B', '--last-name', 'B'], {
      dataFolder,
    })
    await server.stop('SIGKILL')
    assert.ok((await readdir(dataFolder)).includes('quire.db-wal'))
    const again = join(folder, 'killed.tar.gz')
    const later = await quireProcess(['backup', again], { dataFolder, within })
    assert.match(later.stdout, /2 people/, later.stderr)
  })
})
