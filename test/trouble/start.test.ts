import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { cp, mkdir, readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { initialize, runCommand, runServer, type Settings } from '../support/process.ts'
import { withFolder } from './caller.ts'

/** The server must end with 1 and one line that holds these texts; so must a command. */
async function assertRefused(settings: Settings, ...texts: string[]): Promise<void> {
  const [server, command] = await Promise.all([
    runServer(settings),
    runCommand(['user', 'list'], settings),
  ])
  for (const { code, stdout, stderr } of [server, command]) {
    assert.deepEqual({ code, stdout }, { code: 1, stdout: '' })
    assert.match(stderr, /^(Quire cannot start|quire): [^\n]+\n$/)
    for (const text of texts) assert.ok(stderr.includes(text), `${text} in ${stderr}`)
  }
}

describe('a start', () => {
  it('on a damaged store names the file and leaves it as it is', () =>
    withFolder(async (folder) => {
      const sound = join(folder, 'sound')
      await initialize({ dataFolder: sound })
      const size = (await readFile(join(sound, 'quire.db'))).length
      const damages: Record<string, (file: string) => Promise<void>> = {
        cut: (file) => truncate(file, size / 2),
        foreign: (file) => writeFile(file, '%PDF-1.7\n'.repeat(1000)),
        garbage: (file) => writeFile(file, Buffer.alloc(20_000, 'garbage '), { flag: 'r+' }),
      }
      await Promise.all(
        Object.entries(damages).map(async ([name, damage]) => {
          const dataFolder = join(folder, name)
          const file = join(dataFolder, 'quire.db')
          await cp(sound, dataFolder, { recursive: true })
          await damage(file)
          const before = await readFile(file)
          await assertRefused({ dataFolder }, file, 'restore a backup')
          assert.deepEqual(await readFile(file), before)
        }),
      )
    }))

  it('on a store of a newer program says what to start instead', () =>
    withFolder(async (dataFolder) => {
      await initialize({ dataFolder })
      const database = new DatabaseSync(join(dataFolder, 'quire.db'))
      database.exec("insert into migrations values (9999, '9999-later', 1)")
      database.close()
      await assertRefused({ dataFolder }, 'version 9999', 'newer Quire')
    }))

  it('on a data folder that cannot be one names it', () =>
    withFolder(async (folder) => {
      const taken = join(folder, 'taken')
      await writeFile(taken, '')
      await assertRefused({ dataFolder: taken }, taken, 'QUIRE_DATA')
      await assertRefused({ dataFolder: join(taken, 'below') }, taken, 'QUIRE_DATA')
    }))

  it('on files that cannot be kept names their folder', () =>
    withFolder(async (dataFolder) => {
      await writeFile(join(dataFolder, 'files'), '')
      await assertRefused({ dataFolder }, join(dataFolder, 'files'))
    }))

  it('on a read-only data folder names it, empty or not', () =>
    withFolder(async (folder) => {
      const used = join(folder, 'used')
      const empty = join(folder, 'empty')
      await initialize({ dataFolder: used })
      await mkdir(empty)
      for (const dataFolder of [used, empty]) {
        await assertRefused({ dataFolder, within: readOnly(dataFolder) }, dataFolder, 'QUIRE_DATA')
      }
    }))
})

/** Root ignores permissions but not a read-only mount, and whoever may not mount is not root. */
function readOnly(folder: string): string[] {
  const mount = 'mount --bind "$0" "$0" && mount -o remount,bind,ro "$0" && exec "$@"'
  const found = [
    ['unshare', '--map-root-user', '--mount', 'sh', '-c', mount, folder],
    ['unshare', '--mount', 'sh', '-c', mount, folder],
    ['sh', '-c', 'chmod a-w "$0" && test ! -w "$0" && exec "$@"', folder],
  ].find(
    ([program = '', ...options]) =>
      spawnSync(program, [...options, 'true'], { stdio: 'ignore' }).status === 0,
  )
  assert.ok(found !== undefined, 'there is no way to make a folder read-only here')
  return found
}
