import assert from 'node:assert/strict'
import { rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { operator } from '../../server/cli/operator.ts'
import { putMember } from '../../server/domain/people/members.ts'
import { exportAs } from '../../server/domain/transfer/export/export-as.ts'
import { exportWorkspace } from '../../server/domain/transfer/export/export.ts'
import { importFolder } from '../../server/domain/transfer/import/import.ts'
import { files, pages, systemViewer } from '../../server/store/index.ts'
import { addPerson } from '../support/people.ts'
import { grantOnly } from '../support/sections.ts'
import { contextOf } from '../support/server.ts'
import { type Desk, openDesk, pixel, readFolder } from './folders.ts'
import { readTree } from './trees.ts'

let desk: Desk
before(async () => {
  desk = await openDesk()
})
after(() => desk.close())

/** Exports a workspace, imports that into another one, and gives both trees. */
async function roundTrip(workspaceId: string, name: string) {
  const { path, report } = await desk.exportTo(name, workspaceId)
  const otherId = await desk.addWorkspace()
  const imported = await desk.importFrom(path, otherId)
  const { store } = desk.app
  const trees = [await readTree(store, workspaceId), await readTree(store, otherId)] as const
  return { path, report, imported, trees, otherId }
}

/** Creates a page through the API and gives its id. */
async function create(workspaceId: string, page: Record<string, unknown>): Promise<string> {
  const { status, body } = await desk.post<{ pageId: string }>('/v1/pages/create', {
    workspaceId,
    ...page,
  })
  assert.equal(status, 200)
  return body.pageId
}

async function upload(workspaceId: string, pageId: string, fileName: string, mimeType: string) {
  const { body } = await desk.post<{ fileId: string }>('/v1/page-files/upload-file', {
    workspaceId,
    pageId,
    fileName,
    mimeType,
    contentBase64: Buffer.from(`bytes of ${fileName}`).toString('base64'),
  })
  return body.fileId
}

describe('export', () => {
  it('refuses a folder that holds something, and a file', async () => {
    const folder = await desk.write({ 'mine.txt': 'keep me' })
    const { workspaceId } = desk
    const context = contextOf(desk, { via: 'cli' })
    const into = (path: string) => exportWorkspace(context, { folder: path, workspaceId })
    await assert.rejects(into(folder), { code: 'ALREADY_EXISTS' })
    await assert.rejects(into(join(folder, 'mine.txt')), { code: 'VALIDATION_FAILED' })
    await assert.rejects(into(join(folder, 'mine.txt', 'below')), { code: 'VALIDATION_FAILED' })
    assert.deepEqual(await readFolder(folder), { 'mine.txt': 'keep me' })
  })

  it('writes pages, front matter, relative links and files', async () => {
    const workspaceId = await desk.addWorkspace()
    const top = await create(workspaceId, { title: 'Trip: Rome/Lazio', ownership: 'SKILL' })
    const leaf = await create(workspaceId, { title: 'Plan', parentId: top })
    const map = await upload(workspaceId, leaf, 'map (1).png', 'image/png')
    await upload(workspaceId, top, 'ticket.pdf', 'application/pdf')
    const markdown = `[plan](/pages/${leaf}#day-1) [back](/workspaces/${workspaceId}/pages/${top})\n`
    const start = await create(workspaceId, { title: 'Start', markdown })
    const content = {
      type: 'doc',
      content: [
        {
          type: 'paragraph',
          content: [
            { type: 'image', attrs: { src: `/files/${map}`, alt: 'Map' } },
            { type: 'pageMention', attrs: { pageId: start, label: 'Start' } },
          ],
        },
      ],
    }
    const change = { workspaceId, pageId: leaf, icon: '🗺️', content }
    assert.equal((await desk.post('/v1/pages/update', change)).status, 200)
    const { path, report } = await desk.exportTo('trip', workspaceId)
    assert.deepEqual(await readFolder(path), {
      'Start.md': '[plan](Trip-%20Rome-Lazio/Plan.md#day-1) [back](Trip-%20Rome-Lazio/index.md)\n',
      'Trip- Rome-Lazio/Plan.md':
        '---\nquire:\n  icon: 🗺️\n---\n\n![Map](../files/map%20%281%29.png)[Start](../Start.md)\n',
      'Trip- Rome-Lazio/index.md':
        '---\nquire:\n  title: "Trip: Rome/Lazio"\n  ownership: SKILL\n  order: 1\n  files:\n    - ../files/ticket.pdf\n---\n',
      'files/map (1).png': 'bytes of map (1).png',
      'files/ticket.pdf': 'bytes of ticket.pdf',
    })
    assert.deepEqual([report.pages, report.files, report.missing, report.leftOut], [3, 2, [], 0])
  })

  it('tells the comments of a page in its front matter, and an import restores them', async () => {
    const workspaceId = await desk.addWorkspace()
    const pageId = await create(workspaceId, { title: 'Talk', markdown: 'A **fine** day.' })
    const say = async (body: object) => {
      const path = '/v1/comments/create'
      const created = await desk.post<{ commentId: string }>(path, { workspaceId, pageId, ...body })
      assert.equal(created.status, 200)
      return created.body.commentId
    }
    const threadId = await say({ markdown: 'Is it?', quote: 'fine day' })
    await say({ markdown: 'Yes.\n\n- very', parentId: threadId })
    const { body } = await desk.post<{ threads: { comments: { createdAt: string }[] }[] }>(
      '/v1/comments/list',
      { workspaceId, pageId },
    )
    const times = body.threads[0]?.comments.map(({ createdAt }) => createdAt) ?? []
    const resolved = { workspaceId, commentId: threadId, resolved: true }
    await desk.post('/v1/comments/resolve', resolved)
    const { path, imported } = await roundTrip(workspaceId, 'talk')
    const lines = [
      'comments:',
      '  - quote: fine day',
      '    resolved: true',
      '    thread:',
      '      - by: Ada Lovelace',
      `        at: ${times[0]}`,
      '        text: Is it?',
      '      - by: Ada Lovelace',
      `        at: ${times[1]}`,
      String.raw`        text: "Yes.\n\n- very"`,
    ]
    const { 'Talk.md': text = '' } = await readFolder(path)
    const indented = lines.map((line) => `  ${line}\n`)
    assert.equal(text.split('---\n')[1], `quire:\n${indented.join('')}`)
    assert.deepEqual([imported.skipped, imported.leftOut], [[], []])
  })

  it('tells the open proposals of a page in its front matter, and an import passes over them', async () => {
    const workspaceId = await desk.addWorkspace()
    const pageId = await create(workspaceId, { title: 'Plan', markdown: 'A fine day.' })
    const propose = async (changes: object[]) => {
      const proposal = { workspaceId, title: 'Better', reason: 'It rains.', changes }
      const created = await desk.post<{ proposalId: string }>('/v1/proposals/create', proposal)
      assert.equal(created.status, 200, JSON.stringify(created.body))
      return created.body.proposalId
    }
    const proposalId = await propose([
      { kind: 'edit', pageId, markdown: 'A wet day.' },
      { kind: 'create', title: 'Umbrellas', parentId: pageId, markdown: 'Two.' },
    ])
    const said = { workspaceId, proposalId, markdown: 'Really?' }
    assert.equal((await desk.post('/v1/proposals/comment', said)).status, 200)
    const withdrawn = await propose([{ kind: 'trash', pageId }])
    await desk.post('/v1/proposals/withdraw', { workspaceId, proposalId: withdrawn })
    const { path, imported } = await roundTrip(workspaceId, 'plan')
    const { 'Plan.md': text = '' } = await readFolder(path)
    const untimed = text.replaceAll(/at: \S+/g, 'at: T')
    const lines = (change: string[]) => [
      '  - title: Better',
      '    by: Ada Lovelace',
      '    at: T',
      '    reason: It rains.',
      ...change.map((line) => `    ${line}`),
      '    comments:',
      '      - by: Ada Lovelace',
      '        at: T',
      '        text: Really?',
    ]
    const expected = [
      'proposals:',
      ...lines(['change: create', 'page: Umbrellas', 'text: Two.']),
      ...lines(['change: edit', 'text: A wet day.']),
    ]
    assert.equal(
      untimed,
      `---\nquire:\n${expected.map((line) => `  ${line}\n`).join('')}---\n\nA fine day.\n`,
    )
    assert.deepEqual([imported.skipped, imported.leftOut], [[], []])
  })

  it('gives the same tree when imported: titles, order, icons, boards, files and bodies', async () => {
    const workspaceId = await desk.addWorkspace()
    const titles = [
      'index',
      'README',
      'readme',
      'files',
      'CON',
      '.hidden',
      'a/b',
      'a:b',
      'Ä',
      '2',
      '10',
      ' x ',
      '"',
      '---',
      '#',
      'null',
      '😀'.repeat(120),
    ]
    const ids: string[] = []
    for (const title of titles) ids.push(await create(workspaceId, { title }))
    let parentId = ids[0]
    for (let depth = 0; depth < 40; depth += 1) {
      parentId = await create(workspaceId, {
        title: `Level ${depth} ${'long '.repeat(20)}`,
        parentId,
      })
    }
    const [first = '', second = '', third = ''] = ids
    const pdf = await upload(workspaceId, first, 'report.pdf', 'application/pdf')
    await upload(workspaceId, second, 'report.pdf', 'application/pdf')
    await upload(workspaceId, second, 'notes.md', 'text/markdown')
    await upload(workspaceId, second, 'no ending', 'application/x-thing')
    const linked = await upload(workspaceId, first, 'only linked.txt', 'text/plain')
    const fileNode = {
      type: 'file',
      attrs: { fileId: pdf, name: 'The *report*', size: 12, mimeType: 'application/pdf' },
    }
    const mention = { type: 'pageMention', attrs: { pageId: first, label: 'first [page]' } }
    const link = {
      type: 'text',
      text: 'linked',
      marks: [{ type: 'link', attrs: { href: `/files/${linked}` } }, { type: 'bold' }],
    }
    const paragraph = { type: 'paragraph', content: [fileNode, mention, link] }
    const html = `<p><a href="/pages/${second}"><img alt="&amp;" src='/files/${pdf}'></a></p>`
    const content = { type: 'doc', content: [paragraph, { type: 'htmlBlock', attrs: { html } }] }
    const board = {
      type: 'doc',
      content: [
        {
          type: 'kanbanColumn',
          content: [
            { type: 'heading', attrs: { level: 2 }, content: [{ type: 'text', text: 'Doing' }] },
            { type: 'kanbanCard', attrs: { checked: true }, content: [paragraph] },
          ],
        },
      ],
    }
    for (const change of [
      { pageId: third, content, title: '' },
      { pageId: second, content: board, icon: '📋' },
    ]) {
      const { status, body } = await desk.post('/v1/pages/update', { workspaceId, ...change })
      assert.equal(status, 200, JSON.stringify(body))
    }
    await desk.post('/v1/pages/move', {
      workspaceId,
      pageId: ids.at(-1),
      newParentId: null,
      prevPageId: null,
    })
    const { trees, imported, report } = await roundTrip(workspaceId, 'all')
    assert.deepEqual(trees[1], trees[0])
    assert.deepEqual([imported.skipped, imported.brokenLinks, imported.leftOut], [[], [], []])
    assert.equal(report.pages, titles.length + 40)
    assert.equal(trees[0][0]?.title, '😀'.repeat(120))
    assert.match(JSON.stringify(trees[1]), /The .*report.* \\"file, application\/pdf, 12 bytes\\"/)
  })

  it('writes all pages of a workspace as a website, with pages in right-to-left languages', async () => {
    const workspaceId = await desk.addWorkspace()
    const parentId = await create(workspaceId, { title: 'X', markdown: 'No title.' })
    await desk.post('/v1/pages/update', { workspaceId, pageId: parentId, title: '' })
    const title = 'مرحبا بالجميع'
    const pageId = await create(workspaceId, { title, parentId, markdown: '$x^2$' })
    await upload(workspaceId, pageId, '../a?b#c.txt', 'text/plain')
    const folder = join(desk.folder, 'site')
    const context = desk.app.contextFor({ ...operator(desk.userId), userId: desk.userId })
    const seen: number[] = []
    const report = await exportAs('html', context, { folder, workspaceId }, (done) => {
      seen.push(done)
    })
    assert.deepEqual([report.pages, report.files, report.unreachable, seen], [2, 1, [], [0, 1, 2]])
    const written = await readFolder(folder)
    const names = ['files/-a-b-c.txt', 'index.html', 'pages/Untitled.html', `pages/${title}.html`]
    assert.deepEqual(
      Object.keys(written).filter((path) => path !== 'style.css'),
      names,
    )
    assert.match(written[`pages/${title}.html`] ?? '', /<html lang="ar" dir="rtl">[^]*<math/)
    assert.match(written['index.html'] ?? '', /<h1[^>]*>Other<[^]*>Untitled<\/a>/)
    const again = exportAs('html', context, { folder, workspaceId })
    await assert.rejects(again, { code: 'ALREADY_EXISTS' })
  })

  it('is the same after an import: properties, permissions, order, icons, files and comments', async () => {
    const workspaceId = await desk.addWorkspace()
    const section = await create(workspaceId, { title: 'Zebra', icon: '🦓', markdown: '- a\n- b' })
    const pageId = await create(workspaceId, { title: 'Ape', parentId: section, markdown: 'Fine.' })
    await create(workspaceId, { title: 'Aardvark', ownership: 'SKILL' })
    const properties = 'status: done # really\ntags: [a, b]\ncount: 07\n'
    const changed = await desk.post('/v1/pages/set-properties', {
      workspaceId,
      pageId,
      source: properties,
    })
    assert.equal(changed.status, 200, JSON.stringify(changed.body))
    await upload(workspaceId, pageId, 'plan.pdf', 'application/pdf')
    await grantOnly({ ...desk, workspaceId }, section, { [desk.userId]: 'manage' })
    const said = { workspaceId, pageId, markdown: 'Is it?', quote: 'Fine' }
    const { body: asked } = await desk.post<{ commentId: string }>('/v1/comments/create', said)
    const { commentId } = asked
    const reply = { workspaceId, pageId, markdown: 'Yes.\n\n- very', parentId: commentId }
    await desk.post('/v1/comments/create', reply)
    await desk.post('/v1/comments/resolve', { workspaceId, commentId, resolved: true })
    const bob = await addPerson({ ...desk, workspaceId }, 'Bob', 'MEMBER')
    const ofBob = { workspaceId, pageId, markdown: 'By *Bob*.' }
    await grantOnly({ ...desk, workspaceId }, section, {
      [desk.userId]: 'manage',
      [bob.userId]: 'comment',
    })
    assert.equal((await desk.post('/v1/comments/create', ofBob, bob.key)).status, 200)
    const first = await desk.exportTo('identity-1', workspaceId)
    const otherId = await desk.addWorkspace()
    const member = { userId: bob.userId, role: 'MEMBER' } as const
    await putMember(desk.app.store, otherId, member, { userId: bob.userId, via: 'cli' })
    await desk.importFrom(first.path, otherId)
    const second = await desk.exportTo('identity-2', otherId)
    assert.deepEqual(await readFolder(second.path), await readFolder(first.path))
  })

  it('gives comments by others to the person who imports, with the name of their author', async () => {
    const thread = [
      { by: 'Bob [x](/y)', at: '2026-01-02T00:00:00.000Z', text: 'Forged?' },
      { by: 'Ada Lovelace', text: 'Mine.' },
    ]
    const quire = { comments: [{ quote: 'gone', thread }, true] }
    const folder = await desk.write({
      'Page.md': `---\nquire: ${JSON.stringify(quire)}\n---\nText.`,
    })
    const workspaceId = await desk.addWorkspace()
    await importFolder(contextOf(desk, { via: 'api' }), { folder, workspaceId, parentId: null })
    const [page] = await pages.all(desk.app.store, systemViewer(workspaceId))
    const { body } = await desk.post<{
      threads: { comments: { markdown: string; createdAt: string; author: { id: string } }[] }[]
    }>('/v1/comments/list', { workspaceId, pageId: page?.id })
    const [first, second] = body.threads[0]?.comments ?? []
    assert.match(first?.markdown ?? '', /^\*\*Bob \\\[x\\?\]\\?\(\/y\\?\)\*\*\n\nForged\?/)
    assert.equal(first?.createdAt, '2026-01-02T00:00:00.000Z')
    assert.equal(second?.markdown.trim(), 'Mine.')
  })

  it('does not attach a file that a page only leads to', async () => {
    const workspaceId = await desk.addWorkspace()
    const owner = await create(workspaceId, { title: 'Owner' })
    const file = await upload(workspaceId, owner, 'a.txt', 'text/plain')
    await create(workspaceId, { title: 'Reader', markdown: `[a](/files/${file})` })
    const { trees } = await roundTrip(workspaceId, 'reader')
    assert.deepEqual(trees[1], trees[0])
    assert.deepEqual(trees[1][1]?.files, [])
  })

  it('leaves links to other workspaces alone, and tells of lost bytes and files of no page', async () => {
    const workspaceId = await desk.addWorkspace()
    const foreign = await create(desk.workspaceId, { title: 'Foreign' })
    const pageId = await create(workspaceId, { title: 'Page', markdown: `[f](/pages/${foreign})` })
    await upload(workspaceId, pageId, 'lost.txt', 'text/plain')
    const [row] = await files.all(desk.app.store, systemViewer(workspaceId))
    const sha256 = row?.sha256 ?? ''
    await rm(join(desk.dataFolder, 'files', sha256.slice(0, 2), sha256))
    const { path, report } = await desk.exportTo('lost', workspaceId)
    assert.match((await readFolder(path))['Page.md'] ?? '', new RegExp(`\\(/pages/${foreign}\\)`))
    assert.deepEqual(
      report.missing.map(({ name }) => name),
      ['lost.txt'],
    )
  })

  it('can be read by hand and changed: a page without order comes after the others', async () => {
    const workspaceId = await desk.addWorkspace()
    await create(workspaceId, { title: 'Zoo' })
    await create(workspaceId, { title: 'Bee' })
    const { path } = await desk.exportTo('changed', workspaceId)
    await writeFile(join(path, 'Ant.md'), '![](files/new.png)')
    await writeFile(join(path, 'new.png'), pixel)
    const otherId = await desk.addWorkspace()
    await desk.importFrom(path, otherId)
    const tree = await readTree(desk.app.store, otherId)
    assert.deepEqual(
      tree.map(({ title }) => title),
      ['Zoo', 'Ant', 'Bee'],
    )
  })
})
