import assert from 'node:assert/strict'
import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, it } from 'node:test'
import { keepFilesPrivate } from './private-files.ts'

let folder: string
let before: number
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-private-'))
  before = process.umask(0o022)
})
afterEach(async () => {
  process.umask(before)
  await rm(folder, { recursive: true })
})

const modeOf = (name: string) => (statSync(join(folder, name)).mode & 0o7777).toString(8)

/** A data folder as an older version left it. */
function olderFolder(mode: number): void {
  writeFileSync(join(folder, 'quire.db'), '', { mode: 0o644 })
  mkdirSync(join(folder, 'files'), { recursive: true })
  chmodSync(folder, mode)
}

describe('keepFilesPrivate', () => {
  it('leaves a folder alone that everybody uses, or that holds no store', () => {
    chmodSync(folder, 0o755)
    keepFilesPrivate(folder)
    assert.equal(modeOf('.'), '755')
    olderFolder(0o1777)
    keepFilesPrivate(folder)
    assert.equal(modeOf('.'), '1777')
  })

  it('makes nothing where there is no folder yet', () => {
    keepFilesPrivate(join(folder, 'none'))
    assert.equal(existsSync(join(folder, 'none')), false)
  })

  it('takes the group and everybody out of an older folder', () => {
    olderFolder(0o755)
    keepFilesPrivate(folder)
    assert.deepEqual(['.', 'quire.db', 'files'].map(modeOf), ['700', '600', '700'])
  })

  it('leaves its group in a folder that is shared with one', () => {
    for (const mode of [0o775, 0o2755]) {
      olderFolder(mode)
      keepFilesPrivate(folder)
      assert.deepEqual(['.', 'quire.db'].map(modeOf), [(mode & ~0o007).toString(8), '640'])
      assert.equal(process.umask(0o022), 0o027)
    }
  })

  it('makes what comes after for its owner alone', () => {
    olderFolder(0o755)
    keepFilesPrivate(folder)
    writeFileSync(join(folder, 'new'), '')
    mkdirSync(join(folder, 'newer'))
    assert.deepEqual(['new', 'newer'].map(modeOf), ['600', '700'])
  })
})
