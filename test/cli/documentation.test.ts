import assert from 'node:assert/strict'
import { copyFile, mkdir, readdir, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { checkStore } from '../../server/domain/transfer/check/check.ts'
import { contextOf } from '../support/server.ts'
import { type Desk, openDesk } from './folders.ts'
import { countPages, readTree } from './trees.ts'

const packages = fileURLToPath(new URL('../../node_modules', import.meta.url))
const maxFiles = 120
const largest = 20_000

let desk: Desk
before(async () => {
  desk = await openDesk()
})
after(() => desk.close())

/** Copies Markdown files and images of the installed packages, as they lie. */
async function collect(folder: string): Promise<number> {
  const names = await readdir(packages, { recursive: true })
  const texts = names.filter((name) => /\.(?:md|markdown)$/i.test(name)).toSorted()
  const images = names.filter((name) => /\.(?:png|gif|jpe?g|svg)$/i.test(name)).toSorted()
  let count = 0
  for (const name of [...texts, ...images.slice(0, maxFiles)]) {
    const found = await stat(join(packages, name))
    if (!found.isFile() || found.size > largest) continue
    if (texts.includes(name) && (count += 1) > maxFiles) continue
    await mkdir(dirname(join(folder, name)), { recursive: true })
    await copyFile(join(packages, name), join(folder, name))
  }
  return Math.min(count, maxFiles)
}

describe('real documentation', () => {
  it('is the same after import, export and import', async () => {
    const folder = join(desk.folder, 'packages')
    await mkdir(folder)
    const count = await collect(folder)
    const firstId = await desk.addWorkspace()
    const first = await desk.importFrom(folder, firstId)
    assert.deepEqual(first.skipped, [])
    assert.ok(first.pages >= count && count > 100, `${first.pages} pages of ${count} files`)
    const { path, report } = await desk.exportTo('out', firstId)
    const secondId = await desk.addWorkspace()
    const second = await desk.importFrom(path, secondId)
    assert.deepEqual([second.skipped, second.leftOut], [[], []])
    assert.deepEqual([second.pages, second.files], [first.pages, report.files])
    const { store } = desk.app
    const trees = [await readTree(store, firstId), await readTree(store, secondId)]
    assert.deepEqual(trees[1], trees[0])
    assert.equal(countPages(trees[0] ?? []), first.pages)
  })

  it('leaves a store in which all is well', async () => {
    const { faults } = await checkStore(contextOf(desk, { via: 'cli' }))
    assert.deepEqual(faults, [])
  })
})
