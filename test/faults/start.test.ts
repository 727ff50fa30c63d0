import assert from 'node:assert/strict'
import { cp, mkdir, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import {
  initialize,
  runCommandProcess,
  runServer,
  type Settings,
} from '../support/processes/process.ts'
import { onReadOnlyMount } from '../support/processes/read-only.ts'
import { withFolder } from './caller.ts'

/** The server must end with 1 and one line that holds these texts; so must a command. */
async function assertRefused(settings: Settings, ...texts: string[]): Promise<void> {
  const [server, command] = await Promise.all([
    runServer(settings),
    runCommandProcess(['user', 'list'], settings),
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
      database.exec(
        "insert into migrations (number, name, applied_at) values (9999, '9999-later', 1)",
      )
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
      await initialize({ dataFolder })
      await rm(join(dataFolder, 'files'), { recursive: true })
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
        await assertRefused(
          { dataFolder, within: onReadOnlyMount(dataFolder) },
          dataFolder,
          'QUIRE_DATA',
        )
      }
    }))
})
