import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { packSource } from '../../server/domain/document/page-source.ts'
import { changePage } from '../../server/domain/pages/change.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { contents, pages, sources, systemViewer } from '../../server/store/index.ts'
import { contextOf } from '../support/server.ts'
import { type Desk, openDesk, pixel, readFolder } from './folders.ts'
import { readTree } from './trees.ts'

let desk: Desk
before(async () => {
  desk = await openDesk()
})
after(() => desk.close())

type Files = Record<string, string | Uint8Array>

const guide = [
  '---',
  '# who writes it',
  'title:   "The guide"   # as we call it',
  'tags: [ a,b ]',
  '---',
  '',
  'Setext',
  '======',
  '',
  '* one',
  '*   two, with a [reference][ref] and a [page](../notes.md#top)',
  '',
  '',
  'Lazy   text with __bold__ and trailing spaces  ',
  'a line. ![pixel](../img/p%20x.png)',
  '',
  '[ref]: https://example.com   "Title"',
  '',
  '| a | b |',
  '|---|:-:|',
  '| 1 | 2 |',
  '',
  '<p align="center"><img src="../img/p x.png"></p>',
  '',
  '~~~js',
  'code',
  '~~~',
  'after',
].join('\n')

const tree: Files = {
  'README.md': '# All of it\n\nSee [the guide](guide/) and [notes](notes).\n',
  'notes.md': '# Notes #\n\nText\n',
  'notes/deep/a.md': '',
  'notes/deep/b.md': 'no heading, no final newline',
  'guide/index.md': guide,
  'guide/README.md': 'An ordinary page here\n',
  'guide/part 10.md': '\ufeff# Ten\r\n\r\n- a\r\n- b\r\n',
  'guide/part 9.MD': '\n\n\n# Nine\n\n\n',
  'weights/z.markdown': '---\nweight: 1\n---\n# Same\n',
  'weights/a.md': '---\nweight: 2\n...\n# Same\n',
  'weights/b.md': '---\r\nweight: 3\r\n---\r\nText',
  'prose.md': '---\nnot: [yaml\n---\n\n# Rule\n',
  'rules.md': '---\n\ntext between rules\n\n---\n',
  'empty front.md': '---\n---\nText\n',
  'Odd #name? (1) & [x].md': '#\n\n#no heading\n',
  'Überschrift 😀.md': 'Ü\n',
  'case/Same.md': 'Upper\n',
  'case/same.md': 'lower\n',
  'img/p x.png': pixel,
  'img/unlinked.svg': '<svg/>',
  'data/table.csv': 'a,b\n',
  'guide/LICENSE': 'text',
  'guide/latin.md': Buffer.from('caf\xe9', 'latin1'),
}

async function bring(files: Files): Promise<{ workspaceId: string; folder: string }> {
  const workspaceId = await desk.addWorkspace()
  const folder = await desk.write(files)
  const report = await desk.importAll(folder, workspaceId)
  assert.deepEqual(report.leftOut, [])
  return { workspaceId, folder }
}

let exports = 0
async function exported(workspaceId: string): Promise<Record<string, string>> {
  exports += 1
  const { path } = await desk.exportTo(`round-${exports}`, workspaceId)
  return readFolder(path)
}

async function pageIds(workspaceId: string): Promise<Map<string, string>> {
  const rows = await pages.all(desk.app.store, systemViewer(workspaceId))
  return new Map(rows.map(({ id, title }) => [title, id]))
}

async function change(path: string, body: object): Promise<void> {
  const { status, body: answer } = await desk.post(path, body)
  assert.equal(status, 200, JSON.stringify(answer))
}

/** Paths whose files differ. */
function differing(before: Record<string, string>, after: Record<string, string>): string[] {
  const paths = new Set([...Object.keys(before), ...Object.keys(after)])
  return [...paths].filter((path) => before[path] !== after[path]).toSorted()
}

describe('an import followed by an export', () => {
  it('gives every file byte for byte, at its path', async () => {
    const { workspaceId, folder } = await bring(tree)
    assert.deepEqual(await exported(workspaceId), await readFolder(folder))
  })

  it('gives the same files again after another import', async () => {
    const { workspaceId } = await bring({ 'a.md': '# A\n\n*  x\n', 'b/c.md': 'C' })
    const ids = await pageIds(workspaceId)
    await change('/v1/pages/update', { workspaceId, pageId: ids.get('A'), icon: '🚀' })
    await change('/v1/pages/create', { workspaceId, title: 'New: page', parentId: ids.get('b') })
    const first = await exported(workspaceId)
    assert.match(first['a.md'] ?? '', /^---\nquire:\n {2}icon: 🚀\n---\n\n# A\n\n\* {2}x\n$/)
    const second = await bring(first)
    assert.deepEqual(await exported(second.workspaceId), first)
    const { store } = desk.app
    const trees = [
      await readTree(store, workspaceId),
      await readTree(store, second.workspaceId),
    ] as const
    assert.deepEqual(trees[1], trees[0])
  })

  it('makes one page of a folder and the file beside it, and gives both back at their paths', async () => {
    const files = {
      'Brainstorm.md': '# Brainstorm\n\nSee [one](Brainstorm/One.md) and ![it](p.png).\n',
      'Brainstorm/One.md': 'Back to [all](../Brainstorm.md)\n',
      'Brainstorm/Two.markdown': 'two\n',
      'Brainstorm/Two/Deep.md': '[up](../Two.markdown)\n',
      'p.png': pixel,
      'Brainstorm/loose.txt': 'loose\n',
    }
    const { workspaceId, folder } = await bring(files)
    const [top, ...others] = await readTree(desk.app.store, workspaceId)
    assert.deepEqual(others, [])
    assert.match(top?.markdown ?? '', /^See \[one\]\(\/pages\/<Brainstorm \/ One>\)/)
    assert.deepEqual(
      top?.pages.map(({ title, pages: below }) => [title, below.map((page) => page.title)]),
      [
        ['One', []],
        ['Two', ['Deep']],
      ],
    )
    assert.deepEqual(await exported(workspaceId), await readFolder(folder))
    const ids = await pageIds(workspaceId)
    await change('/v1/pages/create', { workspaceId, title: 'New', parentId: ids.get('Two') })
    await change('/v1/pages/delete', { workspaceId, pageId: ids.get('One') })
    const after = Object.keys(await exported(workspaceId))
    assert.deepEqual(after.toSorted(), [
      'Brainstorm.md',
      'Brainstorm/Two.markdown',
      'Brainstorm/Two/Deep.md',
      'Brainstorm/Two/New.md',
      'Brainstorm/loose.txt',
      'p.png',
    ])
  })

  it('makes one page of a folder and the file of its name in it, and gives both back at their paths', async () => {
    const files = {
      'Plans/Plans.md': '# Plans\n\nSee [one](One.md).\n',
      'Plans/One.md': 'Back to [all](Plans.md)\n',
      'Plans/Two/Two.markdown': 'two\n',
    }
    const { workspaceId, folder } = await bring(files)
    const [top, ...others] = await readTree(desk.app.store, workspaceId)
    assert.deepEqual(others, [])
    assert.match(top?.markdown ?? '', /^See \[one\]\(\/pages\/<Plans \/ One>\)/)
    assert.deepEqual(
      top?.pages.map(({ title, pages: below }) => [title, below.length]),
      [
        ['One', 0],
        ['Two', 0],
      ],
    )
    assert.deepEqual(await exported(workspaceId), await readFolder(folder))
    const ids = await pageIds(workspaceId)
    await change('/v1/pages/create', { workspaceId, title: 'Two', parentId: ids.get('Two') })
    await change('/v1/pages/create', { workspaceId, title: 'Plans', parentId: ids.get('Plans') })
    assert.deepEqual(Object.keys(await exported(workspaceId)).toSorted(), [
      'Plans/One.md',
      'Plans/Plans 2.md',
      'Plans/Plans.md',
      'Plans/Two/Two 2.md',
      'Plans/Two/Two.markdown',
    ])
  })

  it('gives no page the name of a folder without a file that it is in', async () => {
    const { workspaceId } = await bring({ 'Box/In.md': 'in\n' })
    const parentId = (await pageIds(workspaceId)).get('Box')
    await change('/v1/pages/create', { workspaceId, title: 'Box', parentId })
    const first = await exported(workspaceId)
    assert.deepEqual(Object.keys(first).toSorted(), ['Box/Box 2.md', 'Box/In.md'])
    const second = await bring(first)
    const [top] = await readTree(desk.app.store, second.workspaceId)
    assert.equal(top?.pages.length, 2)
  })

  it('changes one block where one word changed', async () => {
    const { workspaceId, folder } = await bring(tree)
    const pageId = (await pageIds(workspaceId)).get('The guide')
    const stored = await contents.get(desk.app.store, workspaceId, pageId ?? '')
    const json = (stored?.document ?? '').replace('after"', 'afterwards"')
    await change('/v1/pages/update', { workspaceId, pageId, content: JSON.parse(json) })
    const before = await readFolder(folder)
    const expected = { ...before, 'guide/index.md': guide.replace('after', 'afterwards') }
    assert.deepEqual(await exported(workspaceId), expected)
  })

  it('keeps the files of other pages when a page is renamed, moved or deleted', async () => {
    const { workspaceId, folder } = await bring(tree)
    const before = await readFolder(folder)
    const ids = await pageIds(workspaceId)
    await change('/v1/pages/update', { workspaceId, pageId: ids.get('Nine'), title: 'Number 9' })
    const renamed = await exported(workspaceId)
    assert.deepEqual(differing(before, renamed), ['guide/part 9.MD'])
    assert.equal(renamed['guide/part 9.MD'], '\n\n\n# Number 9\n\n\n')
    const moved = { newParentId: ids.get('deep'), prevPageId: null }
    await change('/v1/pages/move', { workspaceId, pageId: ids.get('The guide'), ...moved })
    await change('/v1/pages/delete', { workspaceId, pageId: ids.get('Überschrift 😀') })
    const after = await exported(workspaceId)
    const other = differing(before, after).filter((path) => !path.includes('guide/'))
    // The picture that only the guide shows goes with it.
    assert.deepEqual(other, [
      'README.md',
      'img/p x.png',
      'notes/deep/img/p x.png',
      'Überschrift 😀.md',
    ])
    assert.match(after['README.md'] ?? '', /\[the guide\]\(notes\/deep\/guide\/index\.md\)/)
    const text = after['notes/deep/guide/index.md'] ?? ''
    assert.match(text, /^---\n# who writes it\ntitle: {3}"The guide" {3}# as we call it\n/)
    assert.match(text, /\[page\]\(\.\.\/\.\.\/\.\.\/notes\.md#top\)/)
  })

  it('writes front matter for what its properties became', async () => {
    const text = '---\n# first\ntags: [a]\n---\n\n* text\n'
    const { workspaceId } = await bring({ 'a.md': text })
    const pageId = (await pageIds(workspaceId)).get('a') ?? ''
    const properties = '# first\ntags: [a]\nstatus: done\n'
    const context = await enterWorkspace(contextOf(desk, { via: 'cli' }), workspaceId, 'write')
    await changePage(context, { workspaceId, pageId }, { properties }, async () => undefined)
    const { 'a.md': written = '' } = await exported(workspaceId)
    assert.equal(written, '---\n# first\ntags: [a]\nstatus: done\n---\n\n* text\n')
  })

  it('puts empty front matter before a body that starts like some', async () => {
    const workspaceId = await desk.addWorkspace()
    const markdown = '---\n\na: b\n\n---\n'
    await change('/v1/pages/create', { workspaceId, title: 'Rules', markdown })
    const files = await exported(workspaceId)
    const second = await bring(files)
    const [page] = await readTree(desk.app.store, second.workspaceId)
    const [first] = await readTree(desk.app.store, workspaceId)
    assert.deepEqual(page, first)
  })

  it('generates a page whose stored source is damaged or names a path outside', async () => {
    const { workspaceId } = await bring({ 'a.md': '*  a\n', 'b.md': '*  b\n' })
    const ids = await pageIds(workspaceId)
    const forged = {
      file: { name: '../../b.md' },
      frontMatter: '',
      parts: [{ text: 'stolen\n', hash: 'x' }],
      files: { [ids.get('a') ?? '']: '../../../x' },
    }
    await desk.app.store.transact(async (transaction) => {
      const address = (title: string) => ({ workspaceId, pageId: ids.get(title) ?? '' })
      await sources.put(transaction, address('a'), Uint8Array.from([1, 2, 3]))
      await sources.put(transaction, address('b'), packSource(forged))
    })
    assert.deepEqual(await exported(workspaceId), { 'a.md': '- a\n', 'b.md': '- b\n' })
  })
})

describe('an export of an earlier release', () => {
  it('is imported, with the fields of Quire at the top level', async () => {
    const { workspaceId, folder } = await bring({
      'Trip/index.md':
        '---\ntitle: "Trip: Rome"\nicon: 🗺️\nownership: SKILL\norder: 2\nfiles:\n  - path: ../files/map 2.png\n    name: map.png\n---\n\n[plan](Plan.md)\n',
      'Trip/Plan.md': '---\ntitle: Plan\ntype: KANBAN\norder: 1\n---\n\n## To do\n\n- [ ] Pack\n',
      'Ant.md':
        '---\ntitle: Ant\norder: 3\npermissions:\n  inherits: false\ncomments:\n  - thread:\n      - by: Ada\n        at: 2026-01-01T00:00:00.000Z\n        text: Hm\n---\n\n# Ant\n',
      'Zoo.md': '---\ntitle: Zoo\norder: 1\n---\n',
      'files/map 2.png': pixel,
    })
    const seen = await readTree(desk.app.store, workspaceId)
    assert.deepEqual(
      seen.map(({ title, icon, ownership, files }) => [title, icon, ownership, files]),
      [
        ['Zoo', null, 'TEXT', []],
        ['Trip: Rome', '🗺️', 'SKILL', [`map.png image/png ${pixel.length}`]],
        ['Ant', null, 'TEXT', []],
      ],
    )
    assert.deepEqual(
      seen[1]?.pages.map(({ title, type }) => [title, type]),
      [['Plan', 'KANBAN']],
    )
    const after = await exported(workspaceId)
    const before = await readFolder(folder)
    assert.deepEqual(differing(before, after), ['Ant.md'])
  })
})

describe('quire import', () => {
  it('does not import files that no page links to, unless asked', async () => {
    const workspaceId = await desk.addWorkspace()
    const folder = await desk.write({ 'a.md': 'text\n', 'b.txt': 'b' })
    await mkdir(join(folder, 'c'))
    await writeFile(join(folder, 'c', 'd.txt'), 'd')
    const report = await desk.importFrom(folder, workspaceId)
    assert.deepEqual(report.leftOut, ['b.txt', 'c/d.txt'])
    assert.deepEqual(await exported(workspaceId), { 'a.md': 'text\n' })
  })
})
