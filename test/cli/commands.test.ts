import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import {
  type Ended,
  initialize,
  initializeProcess,
  runCommand,
  runCommandProcess,
  type ServerProcess,
  startProcess,
} from '../support/processes/process.ts'
import { zipOf } from '../support/sources/write-zip.ts'
import { damage } from '../support/stores/damage.ts'

/** The commands as an operator calls them, while the server runs. */
let folder: string
let server: ServerProcess
let key: string
let workspaceId: string

const data = () => ({ dataFolder: join(folder, 'data') })
const quire = (...words: string[]): Promise<Ended> => runCommand(words, data())

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-commands-'))
  const setup = await initialize(data())
  key = setup.key
  workspaceId = setup.workspaceId
  server = await startProcess(data())
})
after(async () => {
  await server.stop()
  await rm(folder, { recursive: true, force: true })
})

async function ask(path: string, body: object): Promise<Record<string, unknown>> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const init = { method: 'POST', headers, body: JSON.stringify({ workspaceId, ...body }) }
  const answer = await fetch(`${server.address}${path}`, init)
  return JSON.parse(await answer.text())
}

describe('the files of Quire', () => {
  it('are for their owner alone, whatever the umask of the program that made them', async () => {
    const within = ['sh', '-c', 'umask 000; exec "$@"', 'sh']
    const options = { dataFolder: join(folder, 'private'), within }
    const { workspaceId: id } = await initializeProcess(options)
    const started = await startProcess(options)
    await started.stop()
    const output = join(folder, 'made')
    await mkdir(output)
    const results = [
      await runCommandProcess(['export', join(output, 'export'), '--workspace', id], options),
      await runCommandProcess(['backup', join(output, 'backup.tar.gz')], options),
    ]
    assert.deepEqual(
      results.map(({ code }) => code),
      [0, 0],
    )
    for (const root of [options.dataFolder, output]) {
      for (const name of await readdir(root, { recursive: true })) {
        const { mode } = await stat(join(root, name))
        assert.equal(mode & 0o077, 0, name)
      }
    }
    assert.equal((await stat(options.dataFolder)).mode & 0o777, 0o700)
  })
})

describe('quire import', () => {
  it('refuses a workspace, an author and a folder that are not there', async () => {
    const wrong: [string[], number, RegExp][] = [
      [['import', folder], 2, /--workspace/],
      [['import', '--workspace', 'lab'], 2, /source/],
      [['import', folder, '--workspace', 'none'], 1, /There is no workspace none/],
      [['import', folder, '--workspace', 'lab', '--as', 'x@example.com'], 1, /No person/],
      [['import', join(folder, 'gone'), '--workspace', 'lab'], 1, /is not a folder/],
    ]
    for (const [words, code, message] of wrong) {
      const ended = await quire(...words)
      assert.equal(ended.code, code, words.join(' '))
      assert.match(ended.stderr, message)
      assert.equal(ended.stdout, '')
    }
  })

  it('refuses an author who is no member, or may only read', async () => {
    const person = ['bob@example.com', '--first-name', 'Bob', '--last-name', 'B']
    await quire('user', 'add', ...person)
    const words = ['import', folder, '--workspace', 'lab', '--as', 'bob@example.com']
    assert.match((await quire(...words)).stderr, /not a member of lab/)
    await quire('member', 'add', 'lab', 'bob@example.com', '--role', 'VIEWER')
    assert.match((await quire(...words)).stderr, /read-only/)
  })

  it('says that nothing was imported, and ends with 1', async () => {
    const empty = join(folder, 'empty')
    await mkdir(empty)
    await writeFile(join(empty, 'photo.png'), 'x')
    const none = await quire('import', empty, '--workspace', 'lab')
    assert.equal(none.code, 1)
    assert.match(none.stderr, /Nothing in it can be imported\. Quire reads Markdown, HTML, Word/)
    await writeFile(join(empty, 'latin.md'), Buffer.from([0xff]))
    const skipped = await quire('import', empty, '--workspace', 'lab')
    assert.equal(skipped.code, 1)
    assert.match(
      skipped.stderr,
      /Nothing was imported: empty contains no page that can be read\. latin\.md is not UTF-8 text\./,
    )
    const malformed = await quire('import', empty, '--workspace', 'lab', '--from', 'onenote')
    assert.equal(malformed.code, 2)
    assert.match(malformed.stderr, /Allowed choices are markdown, obsidian, notion/)
    await writeFile(join(empty, 'broken.zip'), 'PK')
    const broken = await quire('import', join(empty, 'broken.zip'), '--workspace', 'lab')
    assert.deepEqual([broken.code, broken.stdout], [1, ''])
    assert.match(broken.stderr, /damaged or incomplete/)
  })

  it('imports an archive, and says what changed and what was lost', async () => {
    const options = { dataFolder: join(folder, 'archives') }
    await initialize(options)
    const path = join(folder, 'vault.zip')
    const words = ['import', path, '--workspace', 'lab']
    const note = '![[Other]] %%hidden%% ==pelican==\n\n- [>] a\n- [-] b\n'
    await writeFile(
      path,
      zipOf({
        'Vault/.obsidian/app.json': '{}',
        'Vault/Note.md': note,
        'Vault/Other.md': '## Goals\n',
      }),
    )
    const ended = await runCommand(words, options)
    assert.equal(ended.code, 0, ended.stderr)
    assert.match(ended.stdout, /^Imported 2 pages and 0 files from Obsidian into lab in /)
    assert.match(ended.stdout, /\nChanged: 2\n/)
    assert.match(ended.stdout, /Note\.md {2}task status × 2/)
    assert.match(ended.stdout, /\nLost: 1\n {2}Note\.md {2}comment/)
    const report = JSON.parse((await runCommand([...words, '--json'], options)).stdout)
    assert.deepEqual([report.kind, report.pages, report.warnings], ['obsidian', 2, []])
    assert.equal(report.losses.length, 3)
  })

  it('makes pages that the running server finds at once, and says what it could not take', async () => {
    const notes = join(folder, 'in')
    await mkdir(notes)
    await writeFile(join(notes, 'notes.md'), '# Notes\n\nA [gone](gone.md) walrus.\n')
    await writeFile(join(notes, 'odd.md'), Buffer.from([0xff]))
    const ended = await runCommandProcess(['import', notes, '--workspace', 'lab'], data())
    assert.equal(ended.code, 0, ended.stderr)
    assert.equal(ended.stderr, '', 'no bar without a terminal')
    assert.match(
      ended.stdout,
      /^Imported 1 page and 0 files into lab in \d+\.\d s; 0 links followed\.\n/,
    )
    assert.match(ended.stdout, /Skipped: 1\n {2}odd\.md {2}is not UTF-8 text/)
    assert.match(ended.stdout, /notes\.md:3 → gone\.md {2}does not exist/)
    const { results } = await ask('/v1/search/pages', { query: 'walrus' })
    assert.equal(Array.isArray(results) && results.length, 1)
  })

  it('prints one object with --json', async () => {
    const words = [
      'import',
      join(folder, 'in'),
      '--workspace',
      workspaceId,
      '--as',
      'ADA@example.com',
    ]
    const ended = await quire(...words, '--json')
    assert.equal(ended.stdout.trimEnd().split('\n').length, 1)
    const report = JSON.parse(ended.stdout)
    assert.deepEqual([report.workspaceId, report.parentId, report.pages], [workspaceId, null, 1])
    assert.deepEqual(report.skipped, [{ path: 'odd.md', reason: 'is not UTF-8 text' }])
  })
})

describe('quire export', () => {
  it('refuses a folder that holds something', async () => {
    const ended = await quire('export', folder, '--workspace', 'lab', '--json')
    assert.equal(ended.code, 1)
    assert.equal(JSON.parse(ended.stderr).code, 'ALREADY_EXISTS')
  })

  it('writes the pages', async () => {
    const out = join(folder, 'out')
    const ended = await quire('export', out, '--workspace', 'lab')
    assert.match(ended.stdout, /^Exported 2 pages and 0 files \(0 B\) of lab to /)
    const written = await readFile(join(out, 'notes.md'), 'utf8')
    assert.match(written, /# Notes\n\nA \[gone\]\(gone\.md\) walrus\.\n$/)
  })
})

describe('quire backup, restore and check', () => {
  it('save the store of a running server and bring it back elsewhere', async () => {
    const file = join(folder, 'backup.tar.gz')
    const saved = await quire('backup', file)
    assert.match(
      saved.stdout,
      /^Wrote .*backup\.tar\.gz \(.*\) in .*: 2 pages, 1 workspace, 2 people, 0 files/,
    )
    const again = await quire('backup', file, '--json')
    assert.equal(JSON.parse(again.stderr).code, 'ALREADY_EXISTS')
    const here = await quire('restore', file)
    assert.equal(here.code, 1)
    assert.match(here.stderr, /Set QUIRE_DATA to an empty data folder/)
    const other = { dataFolder: join(folder, 'other') }
    const restored = await runCommand(['restore', file, '--json'], other)
    assert.equal(JSON.parse(restored.stdout).rows.pages, 2)
    const { stdout } = await runCommand(['audit', '--json'], other)
    assert.match(stdout, /"server\.restore"/)
    const checked = await runCommand(['check'], other)
    assert.deepEqual([checked.code, checked.stderr], [0, ''])
    assert.match(checked.stdout, /^Checked 2 pages in 1 workspace, .*: all is well\.\n$/)
  })

  it('end with 1 and the list of faults', async () => {
    await damage(join(folder, 'other'), "update pages set parent_id = 'gone'")
    const other = { dataFolder: join(folder, 'other') }
    const checked = await runCommand(['check'], other)
    assert.equal(checked.code, 1)
    assert.match(checked.stdout, /Faults: 2\n {2}tree: page .* is under gone/)
    const listed = await runCommand(['check', '--json'], other)
    assert.equal(listed.code, 1)
    const { ok, faults } = JSON.parse(listed.stdout)
    assert.deepEqual([ok, faults.length, faults[0].part], [false, 2, 'tree'])
  })
})
