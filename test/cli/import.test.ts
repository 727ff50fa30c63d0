import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdir, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { minChanges } from '../../server/domain/search/merge.ts'
import { AppError } from '../../server/lib/errors.ts'
import { newId } from '../../server/lib/ids.ts'
import { pages, search, systemViewer } from '../../server/store/index.ts'
import { auditOf } from '../support/audit.ts'
import { type Desk, openDesk, pixel } from './folders.ts'
import { readTree, type Seen } from './trees.ts'

let desk: Desk
before(async () => {
  desk = await openDesk()
})
after(() => desk.close())

/** Imports files into a workspace of their own and gives the tree they became. */
async function bring(files: Record<string, string | Uint8Array>) {
  const workspaceId = await desk.addWorkspace()
  const report = await desk.importFrom(await desk.write(files), workspaceId)
  return { report, workspaceId, tree: await readTree(desk.app.store, workspaceId) }
}

/** Titles, indented by their depth. */
function outline(tree: readonly Seen[], indent = ''): string[] {
  return tree.flatMap(({ title, pages }) => [`${indent}${title}`, ...outline(pages, `${indent}  `)])
}

describe('import', () => {
  it('refuses a folder that is not there, a file, and a parent that is not there', async () => {
    const folder = await desk.write({ 'a.md': '' })
    for (const path of [join(folder, 'gone'), join(folder, 'a.md')]) {
      await assert.rejects(desk.importFrom(path), { code: 'VALIDATION_FAILED' })
    }
    for (const files of [{ 'p.png': pixel }, { 'a.md': Buffer.from([0xff]) }]) {
      const message = /^Nothing was imported: .* contains no page that can be read/
      await assert.rejects(desk.importFrom(await desk.write(files)), { message })
    }
    const refusedImport = desk.importFrom(folder, desk.workspaceId, newId())
    await assert.rejects(refusedImport, (error) => error instanceof AppError)
  })

  it('leaves search with nothing to take in before its first answer', async () => {
    const notes = Array.from({ length: minChanges + 20 }, (_, index) => [`n${index}.md`, 'fern'])
    const { workspaceId } = await bring(Object.fromEntries(notes))
    const segments = await search.segments(desk.app.store, workspaceId)
    assert.ok(segments.reduce((sum, { documents }) => sum + documents, 0) >= minChanges)
    const { changes } = await search.changes(desk.app.store, workspaceId, 0, 1000)
    assert.ok(changes.length < minChanges, `${changes.length} changes wait`)
  })

  it('tells of files that are no text, too large or too deep, and takes the others', async () => {
    const { report, tree } = await bring({
      'latin.md': Buffer.from('caf\xe9', 'latin1'),
      'wide.md': Buffer.from('﻿text', 'utf16le'),
      'deep.md': '>'.repeat(5000),
      'huge.md': 'word '.repeat(2_000_000),
      'long.md': `${'word '.repeat(500_000)}\n`,
      'good.md': '# Good',
    })
    assert.deepEqual(outline(tree), ['Good'])
    const reasons = report.skipped.map(({ path, reason }) => `${path} ${reason}`).toSorted()
    assert.equal(reasons.length, 5)
    for (const [index, pattern] of [
      /^deep\.md The text is nested too deeply/,
      /^huge\.md is larger than 8 MiB$/,
      /^latin\.md is not UTF-8 text$/,
      /^long\.md The page is larger/,
      /^wide\.md is not UTF-8 text$/,
    ].entries()) {
      assert.match(reasons[index] ?? '', pattern)
    }
  })

  it('is in the audit log, also where it takes many batches, and not where it is refused', async () => {
    const empty = await desk.write({ 'a.md': '' })
    await assert.rejects(desk.importFrom(empty, desk.workspaceId, newId()))
    const files = Array.from({ length: 70 }, (_, index) => [`n${index}.md`, 'fern'])
    const { workspaceId } = await bring(Object.fromEntries(files))
    const all = await auditOf(desk, 'workspace.import')
    assert.deepEqual(
      all.filter((entry) => entry.workspaceId === desk.workspaceId),
      [],
    )
    const [entry, ...others] = all.filter((one) => one.workspaceId === workspaceId)
    assert.deepEqual(others, [])
    assert.deepEqual(
      [entry?.via, entry?.actorId, entry?.details],
      ['cli', null, { pages: 70, authorId: desk.userId }],
    )
  })

  it('is the door by which its pages came, in their history', async () => {
    const { workspaceId } = await bring({ 'a.md': '# Brought' })
    const [page] = await pages.all(desk.app.store, systemViewer(workspaceId))
    const address = { workspaceId, pageId: page?.id }
    const history = await desk.post<{ versions: { via: string }[] }>('/v1/history/list', address)
    assert.deepEqual(
      history.body.versions.map(({ via }) => via),
      ['import'],
    )
  })

  it('never follows a link out of the folder, into a folder, to nothing or into a pipe', async () => {
    const outside = await desk.write({ 'secret.md': '# Secret', 'secret.txt': 'secret' })
    const folder = await desk.write({
      'page.md': '[a](secret.txt) [b](../in-1/a.md) [c](out/secret.txt) [d](pipe)',
      'real.md': '# Real',
    })
    await symlink(join(outside, 'secret.md'), join(folder, 'secret.md'))
    await symlink(join(outside, 'secret.txt'), join(folder, 'secret.txt'))
    await symlink(outside, join(folder, 'out'))
    await symlink('.', join(folder, 'ring'))
    await symlink('nowhere', join(folder, 'dead.md'))
    await symlink('real.md', join(folder, 'same.md'))
    execFileSync('mkfifo', [join(folder, 'pipe'), join(folder, 'pipe.md')])
    const workspaceId = await desk.addWorkspace()
    const report = await desk.importFrom(folder, workspaceId)
    const tree = await readTree(desk.app.store, workspaceId)
    assert.deepEqual(outline(tree), ['page', 'Real', 'Real'])
    assert.equal(report.files, 0)
    assert.deepEqual(Object.fromEntries(report.skipped.map(({ path, reason }) => [path, reason])), {
      'dead.md': 'does not exist',
      out: 'is a link to outside the folder',
      'pipe.md': 'is not a regular file',
      ring: 'is a link to a folder',
      'secret.md': 'is a link to outside the folder',
      'secret.txt': 'is a link to outside the folder',
    })
    assert.deepEqual(
      report.brokenLinks.map(({ url, reason }) => [url, reason]),
      [
        ['secret.txt', 'points to a file that was not imported'],
        ['../in-1/a.md', 'points outside the folder'],
        ['out/secret.txt', 'is a link to outside the folder'],
        ['pipe', 'is not a regular file'],
      ],
    )
  })

  it('tells of a name that is no UTF-8', async () => {
    const folder = await desk.write({ 'a.md': 'A' })
    const malformed = Buffer.concat([
      Buffer.from(`${folder}/odd`),
      Buffer.from([0xff]),
      Buffer.from('.md'),
    ])
    await writeFile(malformed, 'text')
    const report = await desk.importFrom(folder, await desk.addWorkspace())
    assert.equal(report.pages, 1)
    assert.deepEqual(
      report.skipped.map(({ reason }) => reason),
      ['does not exist'],
    )
  })

  it('makes folders parents, with an index or a README as their own page', async () => {
    const { report, tree } = await bring({
      'guide/index.md': '# The guide',
      'guide/README.md': 'An ordinary page here',
      'guide/part 10.md': '',
      'guide/part 9.md': '',
      'api/Readme.markdown': 'About the api',
      'api/v1/calls/list.md': '',
      'empty/picture.png': pixel,
      'last.MD': '',
      '.hidden/x.md': '',
      'notes.txt': 'left out',
    })
    assert.deepEqual(outline(tree), [
      'api',
      '  v1',
      '    calls',
      '      list',
      'The guide',
      '  part 9',
      '  part 10',
      '  README',
      'last',
    ])
    assert.deepEqual(report.leftOut, ['empty/picture.png', 'notes.txt'])
    assert.equal(report.hidden, 1)
  })

  it('puts everything under the page of the folder itself, and under a parent that is given', async () => {
    const folder = await desk.write({ 'README.md': '# All', 'a.md': '', 'b/c.md': '' })
    const { post, workspaceId } = desk
    const input = { workspaceId, title: 'Parent' }
    const { body } = await post<{ pageId: string }>('/v1/pages/create', input)
    await desk.importFrom(folder, workspaceId, body.pageId)
    const tree = await readTree(desk.app.store, workspaceId, body.pageId)
    assert.deepEqual(outline(tree), ['All', '  a', '  b', '    c'])
  })

  it('takes the title from front matter, else a first heading of level 1, else the name', async () => {
    const { tree, report } = await bring({
      '1.md': '---\ntitle: Front\ntags: [x]\n---\n# Heading\n\nText\n',
      '2.md': '# Heading with `code`\n\nText\n',
      '3.md': 'Text first\n\n## Later heading\n',
      '3b Project.md': '## Goals\n\nText\n',
      '4.md': '# With a [link](https://example.com)\n',
      '5 name.md': 'Text\n',
      '6.md': `# ${'x'.repeat(300)}\n`,
      '7.md': '---\ntitle: 2026\ntype: Playbook\n---\n',
      '8.md': '---\ntitle: "broken\n---\nText\n',
    })
    assert.deepEqual(
      tree.map(({ title, markdown }) => [title.slice(0, 22), markdown.slice(0, 24)]),
      [
        ['Front', '# Heading\n\nText\n'],
        ['Heading with code', 'Text\n'],
        ['3', 'Text first\n\n## Later hea'],
        ['3b Project', '## Goals\n\nText\n'],
        ['With a link', '# With a [link](https://'],
        ['5 name', 'Text\n'],
        ['x'.repeat(22), `# ${'x'.repeat(22)}`],
        ['2026', ''],
        ['8', '---\n\n## title: "broken\n\n'],
      ],
    )
    assert.equal(tree[6]?.title.length, 255)
    assert.deepEqual(report.unknownFields, {})
    assert.deepEqual(
      report.skipped.map(({ path }) => path),
      ['8.md'],
    )
  })

  it('takes icon, ownership, board and order from front matter', async () => {
    const { tree } = await bring({
      'a.md': '---\norder: 2\nicon: 🚀\nownership: SKILL\n---\n',
      'b.md': '---\nsidebar_position: 1\ntype: KANBAN\n---\n## To do\n\n- [ ] Write\n',
      'c.md': '---\nownership: NOBODY\ntype: post\n---\n',
    })
    assert.deepEqual(
      tree.map(({ title, icon, ownership, type }) => [title, icon, ownership, type]),
      [
        ['b', null, 'TEXT', 'KANBAN'],
        ['a', '🚀', 'SKILL', 'TEXT'],
        ['c', null, 'TEXT', 'TEXT'],
      ],
    )
  })

  it('attaches linked files once each, and leads links to where they went', async () => {
    const { tree, report } = await bring({
      'index.md': '# Home\n\n![p](img/p.png) [other](sub/other.md#part) [self](#here)\n',
      'sub/other.md':
        '# Other\n\n<img src="../img/p.png">\n\n[home](..) [up](../index.md) [data](<../my data.csv?raw=1>) [gone](gone.md) [web](https://example.com/a.md) [abs](/img/p.png)\n',
      'img/p.png': pixel,
      'my data.csv': 'a,b\n',
    })
    const [home] = tree
    const other = home?.pages[0]?.pages[0]
    assert.match(home?.markdown ?? '', /!\[p\]\(\/files\/<p\.png [0-9a-f]{64}>\)/)
    assert.match(
      home?.markdown ?? '',
      /\[other\]\(\/pages\/<Home \/ sub \/ Other>#part\) \[self\]\(#here\)/,
    )
    assert.match(other?.markdown ?? '', /<img src="\/files\/<p\.png/)
    assert.match(other?.markdown ?? '', /\[home\]\(\/pages\/<Home>\) \[up\]\(\/pages\/<Home>\)/)
    assert.match(
      other?.markdown ?? '',
      /\[data\]\(\/files\/<my data\.csv [0-9a-f]{64}>\) \[gone\]\(gone\.md\)/,
    )
    assert.deepEqual(home?.files, [`p.png image/png ${pixel.length}`])
    assert.deepEqual(other?.files, ['my data.csv text/csv 4', `p.png image/png ${pixel.length}`])
    assert.deepEqual([report.pages, report.files, report.leftOut.length], [3, 2, 0])
    assert.deepEqual(
      report.brokenLinks.map(({ url }) => url),
      ['gone.md'],
    )
  })

  it('leads no link to a page that could not be taken', async () => {
    const { tree, report } = await bring({
      'a.md': '[b](b.md) [c](c)',
      'b.md': Buffer.from([0xff]),
      'c/index.md': Buffer.from([0xff]),
      'c/d.md': '',
    })
    assert.equal(tree[0]?.markdown, '[b](b.md) [c](/pages/<c>)\n')
    assert.deepEqual(outline(tree), ['a', 'c', '  d'])
    assert.deepEqual([report.skipped.length, report.brokenLinks.length], [2, 1])
  })

  it('writes an event and a search entry for every page and file', async () => {
    const folder = await desk.write({ 'zebra.md': '![](p.png) stripes everywhere', 'p.png': pixel })
    const { workspaceId, post } = desk
    await desk.importFrom(folder)
    const found = await post<{ results: { title: string }[] }>('/v1/search/pages', {
      workspaceId,
      query: 'stripes',
    })
    assert.deepEqual(
      found.body.results.map(({ title }) => title),
      ['zebra'],
    )
    const stats = await post<{ totalPages: number }>('/v1/workspace/stats', { workspaceId })
    assert.ok(stats.body.totalPages > 0)
  })

  it('comes through while pages are being created through the API', async () => {
    const many = Object.fromEntries(
      Array.from({ length: 150 }, (_, index) => [`p${index}.md`, `# Page ${index}\n\nText`]),
    )
    const folder = await desk.write(many)
    await mkdir(join(folder, 'empty'))
    const workspaceId = await desk.addWorkspace()
    const create = async (index: number) =>
      (await desk.post('/v1/pages/create', { workspaceId, title: `Live ${index}` })).status
    const [report, ...statuses] = await Promise.all([
      desk.importFrom(folder, workspaceId),
      ...Array.from({ length: 20 }, (_, index) => create(index)),
    ])
    assert.equal(report.pages, 150)
    assert.ok(statuses.every((status) => status === 200))
    const titles = outline(await readTree(desk.app.store, workspaceId))
    assert.equal(titles.length, 170)
    const imported = titles.filter((title) => title.startsWith('Page'))
    assert.deepEqual(
      imported,
      Array.from({ length: 150 }, (_, index) => `Page ${index}`),
    )
  })
})
