import assert from 'node:assert/strict'
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { after, beforeEach, describe, it } from 'node:test'
import { newId } from '../../../lib/ids.ts'
import { createConverter } from '../sources/pages/converter.ts'
import { NotConverted } from '../sources/pages/not-converted.ts'
import { openFolder } from './folder.ts'
import { planPages } from './plan.ts'
import { scanSource } from './scan.ts'

const converter = createConverter()
after(() => converter.close())
const folders: string[] = []
let folder = ''
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-test-'))
  folders.push(folder)
})
after(() => Promise.all(folders.map((path) => rm(path, { recursive: true }))))

async function plan(files: Record<string, string | Uint8Array>, parentId: string | null = null) {
  for (const [path, content] of Object.entries(files)) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await writeFile(join(folder, path), content)
  }
  return planPages(await scanSource(await openFolder(folder)), parentId, { converter })
}
const noText = new Uint8Array([0xff, 0xfe, 0x00])

describe('planPages', () => {
  it('takes no page that is no text, but a folder whose own file is none', async () => {
    const { byPath, read, isTaken } = await plan({
      'broken.md': noText,
      'guide/index.md': noText,
      'guide/step.md': 'a step',
    })
    const answers: unknown[] = []
    for (const path of ['broken.md', 'guide', 'guide/step.md']) {
      const page = byPath.get(path)
      assert.ok(page)
      const source = await read(page)
      answers.push([typeof source === 'string' ? source : source.title, await isTaken(page)])
    }
    assert.deepEqual(answers, [
      ['is not UTF-8 text', false],
      ['is not UTF-8 text', true],
      ['step', true],
    ])
  })

  it('takes no page that cannot be read within the limits of a worker', async () => {
    await writeFile(join(folder, 'bomb.md'), '# Bomb')
    const { pages, read, isTaken } = await planPages(
      await scanSource(await openFolder(folder)),
      null,
      {
        converter: {
          ...converter,
          readFile: () => Promise.reject(new NotConverted('It takes too long to convert.')),
        },
      },
    )
    const [page] = pages
    assert.ok(page)
    assert.equal(await read(page), 'cannot be read (It takes too long to convert)')
    assert.equal(await isTaken(page), false)
  })

  it('plans nothing for a folder without Markdown', async () => {
    assert.deepEqual((await plan({ 'image.png': 'x', 'empty/note.txt': 'x' })).pages, [])
  })

  it('puts parents before their children, and numbers in names by their value', async () => {
    const { pages, byPath } = await plan({
      '10-last.md': '',
      '2-second.md': '',
      '1-first/b.md': '',
      '1-first/a.md': '',
    })
    assert.deepEqual(
      pages.map(({ entry }) => entry.path),
      ['1-first', '1-first/a.md', '1-first/b.md', '2-second.md', '10-last.md'],
    )
    assert.equal(byPath.get('1-first/a.md')?.parentId, byPath.get('1-first')?.id)
  })

  it('follows the order that pages state, before those that state none', async () => {
    const { pages } = await plan({
      'a.md': '',
      'b.md': '---\nweight: 2\n---\n',
      'c/README.md': '---\nnav_order: -1\n---\n',
      'd.md': '---\norder: first\n---\n',
      'e.md': '---\nsidebar_position: 2\n---\n',
    })
    assert.deepEqual(
      pages.map(({ entry }) => entry.name),
      ['c', 'b', 'e', 'a', 'd'],
    )
  })

  it('makes the root a page only when it has one of its own', async () => {
    const parentId = newId()
    const without = await plan({ 'note.md': '' }, parentId)
    assert.deepEqual(
      without.pages.map((page) => page.parentId),
      [parentId],
    )
    const { pages, byPath } = await plan({ 'index.md': '# Home' }, parentId)
    const root = byPath.get('')
    assert.equal(byPath.get('index.md'), root)
    assert.deepEqual(
      pages.map((page) => page.parentId),
      [parentId, root?.id],
    )
  })
})
