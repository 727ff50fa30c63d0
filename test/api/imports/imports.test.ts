import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addFile } from '../../../server/domain/files/files.ts'
import { keys } from '../../../server/store/index.ts'
import { addPage, markdownOf, unknownId } from '../../support/pages.ts'
import { addPerson, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { runJobs } from '../../support/semantic.ts'
import { contextOf, startServer, type TestServer } from '../../support/server.ts'
import { uploadZip } from '../../support/transfer/imports.ts'
import { until } from '../../support/until.ts'

type Shown = {
  id: string
  state: string
  kind: string | null
  total: number
  done: number
  error: string | null
  runId: string
  counts: {
    pages: { created: number; updated: number; unchanged: number }
    files: number
    links: { resolved: number; unresolved: number }
    blocks: { retained: number; changed: number; lost: number }
    literals: number
    skipped: number
  }
}
type Preview = {
  pages: number
  updates: number
  files: number
  links: number
  brokenLinks: number
  hidden: number
  tree: { path: string; title: string; depth: number; action: string }[]
  problems: { path: string; reason: string }[]
  isCut: boolean
}
type Files = Record<string, string | Uint8Array>

let quire: TestServer
let jobs: ReturnType<typeof runJobs>
let ben: Person
before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  jobs = runJobs(quire)
})
after(async () => {
  await jobs.stop()
  assert.deepEqual(jobs.faults, [])
  await quire.close()
})

async function ask<Body>(path: string, body: object, key = quire.key): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body }, key)
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function refused(path: string, body: object, key = quire.key): Promise<[number, string]> {
  const { workspaceId } = quire
  const answer = await quire.post(path, { workspaceId, ...body }, key)
  return [answer.status, answer.body.code]
}

/** Waits until the import has one of the states. */
function untilState(importId: string, ...states: string[]): Promise<Shown> {
  return until(async () => {
    const found = await ask<Shown>('/v1/imports/get', { importId })
    return states.includes(found.state) && found
  })
}

async function prepare(files: Files, more: object = {}): Promise<string> {
  const fileId = await uploadZip(quire, files)
  const { id } = await ask<Shown>('/v1/imports/create', { fileId, ...more })
  await untilState(id, 'ready', 'failed')
  return id
}

async function importAll(files: Files, more: object = {}): Promise<Shown> {
  const importId = await prepare(files, more)
  await ask('/v1/imports/start', { importId })
  return untilState(importId, 'done', 'failed')
}

type Child = { id: string; title: string; depth: number }

function pagesBelow(parentId: string): Promise<{ pages: Child[] }> {
  return ask('/v1/pages/list', { parentId, depth: 10 })
}

/** The titles below a page, indented by their depth. */
async function outline(parentId: string): Promise<string[]> {
  const { pages } = await pagesBelow(parentId)
  return pages.map(({ title, depth }) => '  '.repeat(depth - 1) + title)
}

describe('imports.create', () => {
  it('refuses what is not there, and who may not write below the parent', async () => {
    const fileId = await uploadZip(quire, { 'a.md': 'A' })
    const hidden = await addPage(quire, 'Hidden')
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    const open = await addPage(quire, 'Open')
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const own = await uploadZip(quire, { 'a.md': 'A' }, { userId: ben.userId })
    for (const [body, key, expected] of [
      [{ fileId: unknownId }, quire.key, [404, 'FILE_NOT_FOUND']],
      [{ fileId, parentId: unknownId }, quire.key, [404, 'PAGE_NOT_FOUND']],
      [{ fileId: own, parentId: hidden }, ben.key, [404, 'PAGE_NOT_FOUND']],
      [{ fileId, parentId: open }, viewer.key, [403, 'FORBIDDEN']],
      [{ fileId, kind: 'floppy' }, quire.key, [400, 'VALIDATION_FAILED']],
    ] as const) {
      assert.deepEqual(await refused('/v1/imports/create', body, key), expected)
    }
    const { imports } = await ask<{ imports: unknown[] }>('/v1/imports/list', {})
    assert.deepEqual(imports, [])
  })
})

describe('imports.start', () => {
  it('refuses an import without a page, which changes nothing', async () => {
    const before = await ask<{ totalPages: number }>('/v1/workspace/stats', {})
    const importId = await prepare({ 'picture.png': 'x', 'broken.md': new Uint8Array([0xff]) })
    const found = await ask<Shown>('/v1/imports/get', { importId })
    assert.equal(found.state, 'failed')
    assert.match(found.error ?? '', /^Nothing was imported: notes contains no page/)
    for (const path of ['/v1/imports/start', '/v1/imports/pause']) {
      assert.deepEqual(await refused(path, { importId }), [400, 'VALIDATION_FAILED'])
    }
    await ask('/v1/imports/cancel', { importId })
    assert.deepEqual(await ask('/v1/workspace/stats', {}), before)
  })

  it('says why an archive cannot be read', async () => {
    const fileId = await uploadZip(quire, {})
    const empty = await ask<Shown>('/v1/imports/create', { fileId })
    assert.match(
      (await untilState(empty.id, 'failed')).error ?? '',
      /^Nothing in it can be imported/,
    )
    const content = [Buffer.from('no archive')]
    const file = {
      workspaceId: quire.workspaceId,
      name: 'x.zip',
      mimeType: 'application/zip',
      content,
    }
    const damaged = await addFile(contextOf(quire), file, async () => undefined)
    const { id } = await ask<Shown>('/v1/imports/create', { fileId: damaged })
    assert.match((await untilState(id, 'failed')).error ?? '', /archive/)
    assert.deepEqual(await refused('/v1/imports/resume', { importId: id }), [
      400,
      'VALIDATION_FAILED',
    ])
  })
})

describe('imports', () => {
  it('are shown to the person who imports, and to owners', async () => {
    const fileId = await uploadZip(quire, { 'a.md': 'A' }, { userId: ben.userId })
    const { id: importId } = await ask<Shown>('/v1/imports/create', { fileId }, ben.key)
    const own = await prepare({ 'b.md': 'B' })
    for (const path of ['get', 'preview', 'report', 'start', 'pause', 'resume', 'cancel']) {
      const answer = await refused(`/v1/imports/${path}`, { importId: own }, ben.key)
      assert.deepEqual(answer, [404, 'NOT_FOUND'], path)
    }
    const ids = async (key: string) => {
      const { imports } = await ask<{ imports: Shown[] }>('/v1/imports/list', {}, key)
      return imports.map(({ id }) => id)
    }
    assert.deepEqual(await ids(ben.key), [importId])
    assert.deepEqual((await ids(quire.key)).slice(0, 2), [own, importId])
    await ask('/v1/imports/get', { importId })
    const { pageId: parentId } = await ask<{ pageId: string }>(
      '/v1/pages/create',
      { title: 'Own' },
      ben.key,
    )
    await restrict(quire, parentId, onlyFor({ [ben.userId]: 'manage' }), ben.key)
    const another = await uploadZip(quire, { 'a.md': 'A' }, { userId: ben.userId })
    const body = { fileId: another, parentId }
    const { id: hidden } = await ask<Shown>('/v1/imports/create', body, ben.key)
    assert.deepEqual(await refused('/v1/imports/get', { importId: hidden }), [404, 'NOT_FOUND'])
    assert.ok(!(await ids(quire.key)).includes(hidden))
    await ask('/v1/imports/cancel', { importId: hidden }, ben.key)
    await ask('/v1/imports/cancel', { importId: own })
  })

  it('have a preview with the tree and everything that cannot be kept', async () => {
    const importId = await prepare({
      'index.md': '# Home\n\n[guide](guide/first.md) ![p](p.png) [gone](gone.md)',
      'guide/first.md': '# First',
      'guide/latin.md': Buffer.from('caf\xe9', 'latin1'),
      'p.png': 'x',
      '.hidden/secret.md': 'S',
    })
    const { preview } = await ask<{ preview: Preview }>('/v1/imports/preview', { importId })
    assert.deepEqual(
      preview.tree.map(({ title, depth, action }) => [title, depth, action]),
      [
        ['Home', 0, 'create'],
        ['guide', 1, 'create'],
        ['First', 2, 'create'],
      ],
    )
    const { pages, updates, files, links, brokenLinks, hidden, isCut } = preview
    assert.deepEqual([pages, updates, files, links, brokenLinks], [3, 0, 1, 2, 1])
    assert.deepEqual([hidden, isCut], [1, false])
    assert.deepEqual(preview.problems, [
      { path: 'index.md', reason: 'links to gone.md in line 3, which does not exist' },
      { path: 'guide/latin.md', reason: 'is not UTF-8 text' },
    ])
    const report = await ask<{ counts: Shown['counts'] }>('/v1/imports/report', { importId })
    assert.equal(report.counts.pages.created, 0)
    await ask('/v1/imports/cancel', { importId })
  })

  it('name the syntax of other programs that stays text, with its line', async () => {
    const parentId = await addPage(quire, 'Parent')
    const fileId = await uploadZip(quire, {
      'a.md': '---\nx: 1\n---\n# A\n\n{{query}} and `{{code}}`\n\n[[Gone]] [[b]]\n',
      'b.md': '# B\n\nstatus:: done\n\n<font size="1">x</font>\n',
    })
    const { id: importId } = await ask<Shown>('/v1/imports/create', { fileId, parentId })
    await untilState(importId, 'ready')
    const { preview } = await ask<{ preview: Preview }>('/v1/imports/preview', { importId })
    assert.deepEqual(preview.problems, [
      { path: 'a.md', reason: 'has {{query}} in line 6, which stays text' },
      { path: 'a.md', reason: 'links to [[Gone]] in line 8, which does not exist' },
      { path: 'b.md', reason: 'has status:: in line 3, which stays text' },
      { path: 'b.md', reason: 'has <font in line 5, which stays text' },
    ])
    await ask('/v1/imports/start', { importId })
    const { counts } = await untilState(importId, 'done', 'failed')
    assert.equal(counts.literals, 3)
    const report = await ask<{ markdown: string; literals: unknown }>('/v1/imports/report', {
      importId,
    })
    assert.deepEqual(report.literals, [
      { path: 'a.md', line: 6, text: '{{query}}' },
      { path: 'b.md', line: 3, text: 'status::' },
      { path: 'b.md', line: 5, text: '<font' },
    ])
    assert.match(report.markdown, /\| Syntax that stays text \| 3 \|/)
    assert.match(report.markdown, /- `a\.md:6` `\{\{query\}\}`/)
  })

  it('create pages, files and links as one run, which a revert takes back', async () => {
    const parentId = await addPage(quire, 'Parent')
    const fileId = await uploadZip(quire, {
      'a.md': '# A\n\n[b](sub/b.md) ![p](p.png) [gone](gone.md)\n',
      'sub/b.md': '# B\n\n[a](../a.md)\n',
      'p.png': 'pixel',
    })
    const { id: importId } = await ask<Shown>('/v1/imports/create', { fileId, parentId })
    await untilState(importId, 'ready')
    await ask('/v1/imports/start', { importId })
    const done = await untilState(importId, 'done', 'failed')
    assert.deepEqual([done.state, done.total, done.done, done.kind], ['done', 3, 3, 'markdown'])
    assert.deepEqual(done.counts, {
      pages: { created: 3, updated: 0, unchanged: 0 },
      files: 1,
      links: { resolved: 3, unresolved: 1 },
      blocks: { retained: 3, changed: 0, lost: 0 },
      literals: 0,
      skipped: 0,
    })
    assert.deepEqual(await outline(parentId), ['A', 'sub', '  B'])
    const report = await ask<{ markdown: string }>('/v1/imports/report', { importId: done.id })
    assert.match(report.markdown, /Pages created \| 3/)
    assert.match(report.markdown, /`a\.md:3` `gone\.md` does not exist/)
    assert.match(report.markdown, /\| Links left unchanged \| 1 \|/)
    assert.deepEqual(await refused('/v1/files/use', { fileId }), [404, 'FILE_NOT_FOUND'])
    const reverted = await ask<{ next: number | null }>('/v1/runs/revert', { runId: done.runId })
    assert.equal(reverted.next, null)
    assert.deepEqual(await outline(parentId), [])
  })

  it('update pages of an earlier import, and keep what people wrote since', async () => {
    const parentId = await addPage(quire, 'Again')
    const files = {
      'a.md': '# A\n\nFirst.\n\nSecond.\n',
      'b.md': '# B\n\nStays.\n',
      'p/c.md': '# C\n',
    }
    await importAll(files, { parentId })
    const { pages } = await pagesBelow(parentId)
    const pageId = pages.find(({ title }) => title === 'A')?.id ?? assert.fail()
    await ask('/v1/pages/edit', { pageId, mode: 'append', text: 'Third, by a person.' })
    const changed = { ...files, 'a.md': '# A\n\nFirst, changed.\n\nSecond.\n', 'd.md': '# D\n' }
    const importId = await prepare(changed, { parentId })
    const { preview } = await ask<{ preview: Preview }>('/v1/imports/preview', { importId })
    assert.deepEqual([preview.pages, preview.updates], [5, 4])
    await ask('/v1/imports/start', { importId })
    const again = await untilState(importId, 'done', 'failed')
    assert.equal(again.error, null)
    assert.deepEqual(again.counts.pages, { created: 1, updated: 1, unchanged: 3 })
    const expected = ['A', 'B', 'p', '  C', 'D']
    assert.deepEqual(await outline(parentId), expected)
    const markdown = await markdownOf(quire, pageId)
    assert.equal(markdown.trim(), 'First, changed.\n\nSecond.\n\nThird, by a person.')
    const copied = await importAll(files, { parentId, updates: false })
    assert.deepEqual(copied.counts.pages, { created: 4, updated: 0, unchanged: 0 })
  })

  it('leave a page where its source and a person changed the same number, and report it', async () => {
    const parentId = await addPage(quire, 'Same number')
    await importAll({ 'a.md': '# A\n\nIt costs 5,000.\n' }, { parentId })
    const { pages } = await pagesBelow(parentId)
    const pageId = pages.find(({ title }) => title === 'A')?.id ?? assert.fail()
    await ask('/v1/pages/edit', { pageId, mode: 'replace', find: '5,000', text: '8,000' })
    const again = await importAll({ 'a.md': '# A\n\nIt costs 9,000.\n' }, { parentId })
    assert.equal((await markdownOf(quire, pageId)).trim(), 'It costs 8,000.')
    assert.deepEqual([again.counts.pages.updated, again.counts.skipped], [0, 1])
    const { markdown } = await ask<{ markdown: string }>('/v1/imports/report', {
      importId: again.id,
    })
    assert.match(markdown, /a\.md.*Others changed the same words/)
  })

  it('keep their reports apart, and show them to no one else', async () => {
    const parentId = await addPage(quire, 'Reported')
    const [first, second] = [
      await importAll({ 'a.md': '# A\n\n[x](gone.md)\n' }, { parentId }),
      await importAll({ 'b.md': '# B\n\n[x](lost.md)\n' }, { parentId }),
    ]
    const reportOf = async ({ id: importId }: Shown) =>
      (await ask<{ markdown: string }>('/v1/imports/report', { importId })).markdown
    assert.match(await reportOf(first), /gone\.md/)
    assert.match(await reportOf(second), /lost\.md/)
    assert.deepEqual(await outline(parentId), ['A', 'B'])
    const { id: importId } = first
    assert.equal((await refused('/v1/imports/report', { importId }, ben.key))[0], 404)
  })

  it('fail when their API key is revoked meanwhile', async () => {
    const person = await addPerson(quire, 'Cleo', 'MEMBER')
    const fileId = await uploadZip(quire, { 'a.md': 'A' }, { userId: person.userId })
    const { id: importId } = await ask<Shown>('/v1/imports/create', { fileId }, person.key)
    await untilState(importId, 'ready')
    const [key] = await keys.ofUser(quire.app.store, person.userId)
    await quire.app.store.transact((transaction) =>
      keys.revoke(transaction, key?.id ?? '', Date.now()),
    )
    await ask('/v1/imports/start', { importId })
    const { error } = await untilState(importId, 'failed')
    assert.match(error ?? '', /API key .*revoked/)
  })
})
