import assert from 'node:assert/strict'
import { cp, mkdir, mkdtemp, open, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { AppError } from '../../lib/errors.ts'
import { addPage, isThere, createFixture } from '../contract/rows.ts'
import { connectSqlite } from './connect.ts'

const pageSize = 4096

/** What befalls a sound store file. */
const damages: Record<string, (file: string) => Promise<void>> = {
  'a broken header': (file) => overwrite(file, 0, 100),
  'no database at all': (file) => writeFile(file, 'Dear diary, '.repeat(1000)),
  'half of it gone': async (file) => truncate(file, (await readFile(file)).length / 2),
  'its end cut off': async (file) => truncate(file, (await readFile(file)).length - pageSize / 2),
  'garbage in the middle': (file) => overwrite(file, 2 * pageSize, 20 * pageSize),
  'garbage in every page': async (file) => {
    const { length } = await readFile(file)
    for (let at = pageSize; at < length; at += pageSize) await overwrite(file, at, 200)
  },
  'a folder in its place': async (file) => {
    await rm(file)
    await mkdir(file)
  },
}

async function overwrite(file: string, position: number, length: number): Promise<void> {
  const handle = await open(file, 'r+')
  await handle.write(Buffer.alloc(length, 'garbage '), 0, length, position)
  await handle.close()
}

describe('connectSqlite', () => {
  let folder = ''
  let sound = ''

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-damage-'))
    sound = join(folder, 'sound')
    const store = connectSqlite(sound)
    const fixture = await createFixture(store)
    for (let count = 0; count < 50; count += 1) await addPage(store, fixture)
    await store.close()
  })
  after(() => rm(folder, { recursive: true, force: true }))

  for (const [name, damage] of Object.entries(damages)) {
    it(`refuses a store with ${name}, names the file and leaves it as it is`, async () => {
      const dataFolder = join(folder, name)
      await cp(sound, dataFolder, { recursive: true })
      const file = join(dataFolder, 'quire.db')
      await damage(file)
      const before = await readFile(file).catch(() => undefined)
      assert.throws(
        () => connectSqlite(dataFolder),
        (error) =>
          error instanceof AppError &&
          error.code === 'STORE_UNUSABLE' &&
          error.message.includes(file) &&
          !error.message.includes('\n'),
      )
      assert.deepEqual(await readFile(file).catch(() => undefined), before)
    })
  }

  it('refuses a data folder that cannot be one, and names it', async () => {
    const taken = join(folder, 'taken')
    await writeFile(taken, '')
    for (const dataFolder of [taken, join(taken, 'below'), '/proc/quire']) {
      assert.throws(
        () => connectSqlite(dataFolder),
        (error) =>
          error instanceof AppError &&
          error.code === 'STORE_UNUSABLE' &&
          error.message.includes(dataFolder) &&
          error.message.includes('QUIRE_DATA'),
      )
    }
  })

  it('opens what was committed when the journal beside it is garbage', async () => {
    const dataFolder = join(folder, 'journal')
    await cp(sound, dataFolder, { recursive: true })
    await writeFile(join(dataFolder, 'quire.db-wal'), 'garbage '.repeat(5000))
    const store = connectSqlite(dataFolder)
    assert.deepEqual(await store.check(), [])
    await addPage(store, await createFixture(store))
    await store.close()
  })

  it('answers with STORE_UNUSABLE what it reads from a file that breaks while it is open', async () => {
    const dataFolder = join(folder, 'breaking')
    await cp(sound, dataFolder, { recursive: true })
    const store = connectSqlite(dataFolder)
    const fixture = await createFixture(store)
    const page = await addPage(store, fixture)
    await store.close()
    const again = connectSqlite(dataFolder)
    await damages['garbage in every page']?.(join(dataFolder, 'quire.db'))
    const isUnusable = (error: unknown) =>
      error instanceof AppError && error.code === 'STORE_UNUSABLE'
    // The writer still has the pages in memory that it checked at the start; readers go to the file.
    await assert.rejects(isThere(again, page), isUnusable)
    await assert.rejects(
      again.snapshot((snapshot) => isThere(snapshot, page)),
      isUnusable,
    )
    await again.close()
  })
})
