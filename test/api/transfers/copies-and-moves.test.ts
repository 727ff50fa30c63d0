import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import { putMember } from '../../../server/domain/people/members.ts'
import { files, systemViewer } from '../../../server/store/index.ts'
import { auditOf } from '../../support/audit.ts'
import { addComment, addFile, addPage, markdownOf, titlesUnder } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { onlyFor, restrict } from '../../support/sections.ts'
import { runJobs } from '../../support/semantic.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { startTransfer, type Transfer, untilEnded } from '../../support/transfer/transfers.ts'

let quire: TestServer
let jobs: ReturnType<typeof runJobs>
let ben: Person
let targetId: string
/** The same server with the target as its workspace. */
let target: TestServer

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
beforeEach(async () => {
  targetId = await addWorkspace(quire, 'Target')
  target = { ...quire, workspaceId: targetId }
})

async function ask<Body>(path: string, body: object, key = quire.key): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body }, key)
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function transfer(
  pageId: string,
  more: { kind?: string; targetWorkspaceId?: string; [field: string]: unknown } = {},
  server = quire,
): Promise<Transfer> {
  const started = await startTransfer(server, { pageId, targetWorkspaceId: targetId, ...more })
  const ended = await untilEnded(server, started.id)
  assert.equal(ended.state, 'done', ended.error ?? '')
  return ended
}

type Version = {
  version: number
  run: { client: string | null } | null
  author: { firstName: string }
}

async function versionsOf(workspaceId: string, pageId: string): Promise<Version[]> {
  const { versions } = await ask<{ versions: Version[] }>('/v1/history/list', {
    workspaceId,
    pageId,
  })
  return versions
}

async function inTrash(pageId: string): Promise<boolean> {
  const { pages } = await ask<{ pages: { id: string }[] }>('/v1/trash/list', { limit: 200 })
  return pages.some(({ id }) => id === pageId)
}

describe('a copy to another workspace', () => {
  it('has the pages with their text, properties, files and order, and leaves the originals', async () => {
    const root = await addPage(quire, 'Guide')
    const one = await addPage(quire, 'One', { parentId: root })
    await addPage(quire, 'Two', { parentId: root })
    const fileId = await addFile(quire, one, { name: 'a.txt', content: 'attached' })
    const imageId = await addFile(quire, root, { name: 'i.png', mimeType: 'image/png' })
    const outside = await addPage(quire, 'Outside')
    const { workspaceId } = quire
    await ask('/v1/pages/save', {
      pageId: one,
      version: 1,
      content: {
        type: 'doc',
        content: [
          {
            type: 'paragraph',
            content: [
              { type: 'pageMention', attrs: { pageId: root, label: 'Guide' } },
              { type: 'text', text: ' and ' },
              { type: 'pageMention', attrs: { pageId: outside, label: 'Outside' } },
              { type: 'text', text: ' for ' },
              {
                type: 'text',
                text: '@Ben',
                marks: [{ type: 'link', attrs: { href: `/members/${ben.userId}` } }],
              },
              { type: 'text', text: ' and ' },
              {
                type: 'text',
                text: '@Ada',
                marks: [{ type: 'link', attrs: { href: `/members/${quire.userId}` } }],
              },
              { type: 'image', attrs: { src: `/files/${imageId}`, alt: 'I' } },
            ],
          },
          {
            type: 'codeBlock',
            attrs: { language: 'quire-view' },
            content: [{ type: 'text', text: `under: /pages/${root}` }],
          },
        ],
      },
    })
    await ask('/v1/pages/set-properties', { pageId: one, set: { status: 'open' } })
    const copied = await transfer(root)
    assert.deepEqual([copied.total, copied.done, copied.files], [3, 3, 2])
    assert.deepEqual(await titlesUnder(target), ['Guide'])
    assert.deepEqual(await titlesUnder(target, copied.copyId), ['One', 'Two'])
    const { pages } = await ask<{ pages: { id: string; title: string }[] }>('/v1/pages/list', {
      workspaceId: targetId,
      parentId: copied.copyId,
      depth: 1,
    })
    const copyOfOne = pages.find(({ title }) => title === 'One')?.id ?? assert.fail()
    const markdown = await markdownOf(target, copyOfOne)
    assert.ok(markdown.includes(`[Guide](/pages/${copied.copyId})`), markdown)
    assert.match(markdown, new RegExp(`\\[Outside\\]\\(https?://[^)]*/pages/${outside}\\)`))
    assert.ok(!markdown.includes(ben.userId), markdown)
    assert.ok(markdown.includes('for @Ben and'), markdown)
    assert.ok(markdown.includes(`[@Ada](/members/${quire.userId})`), markdown)
    assert.ok(markdown.includes(`under: /pages/${copied.copyId}`), markdown)
    assert.ok(!markdown.includes(imageId), markdown)
    const attached = await ask<{ files: { id: string; name: string }[] }>('/v1/page-files/list', {
      workspaceId: targetId,
      pageId: copyOfOne,
    })
    assert.deepEqual(
      attached.files.map(({ name }) => name),
      ['a.txt'],
    )
    const copyOfFile = attached.files[0]?.id ?? ''
    assert.notEqual(copyOfFile, fileId)
    const stored = await files.get(quire.app.store, systemViewer(targetId), copyOfFile)
    assert.equal(stored?.size, 'attached'.length)
    // A change of the original does not reach the copy, and deleting its file neither.
    await ask('/v1/pages/delete', { workspaceId, pageId: root })
    assert.equal(await markdownOf(target, copyOfOne), markdown)
  })

  it('begins with its first version, whose run says where it comes from, without comments', async () => {
    const pageId = await addPage(quire, 'Draft')
    await ask('/v1/pages/update', { pageId, title: 'Draft 2' })
    await addComment(quire, pageId)
    const { copyId } = await transfer(pageId)
    const versions = await versionsOf(targetId, copyId)
    assert.deepEqual(
      versions.map(({ version }) => version),
      [1],
    )
    assert.match(versions[0]?.run?.client ?? '', /^copied from ./)
    const threads = await ask<{ threads: unknown[] }>('/v1/comments/list', {
      workspaceId: targetId,
      pageId: copyId,
    })
    assert.deepEqual(threads.threads, [])
  })

  it('is one page without its subpages, below the chosen parent', async () => {
    const pageId = await addPage(quire, 'Alone')
    await addPage(quire, 'Below', { parentId: pageId })
    const parentId = await addPage(target, 'Parent', { workspaceId: targetId })
    const { copyId } = await transfer(pageId, { includeSubpages: false, targetParentId: parentId })
    assert.deepEqual(await titlesUnder(target, parentId), ['Alone'])
    assert.deepEqual(await titlesUnder(target, copyId), [])
  })

  it('is private where the original has permissions of its own', async () => {
    await putMember(
      quire.app.store,
      targetId,
      { userId: ben.userId, role: 'MEMBER' },
      { userId: quire.userId, via: 'cli' },
    )
    const pageId = await addPage(quire, 'Private')
    await restrict(quire, pageId, onlyFor({ [quire.userId]: 'manage' }))
    const { copyId } = await transfer(pageId)
    const address = { workspaceId: targetId, pageId: copyId }
    assert.equal((await quire.post('/v1/pages/markdown', address, ben.key)).status, 404)
    assert.equal((await quire.post('/v1/pages/markdown', address)).status, 200)
  })

  it('goes to the trash when its run is reverted', async () => {
    const { copyId } = await transfer(await addPage(quire, 'Reverted'))
    const { versions } = await ask<{ versions: { run: { id: string } }[] }>('/v1/history/list', {
      workspaceId: targetId,
      pageId: copyId,
    })
    const runId = versions[0]?.run.id
    await ask('/v1/runs/revert', { workspaceId: targetId, runId })
    assert.deepEqual(await titlesUnder(target), [])
  })

  it('is made once for one idempotency key', async () => {
    const pageId = await addPage(quire, 'Once')
    const { workspaceId } = quire
    const send = () =>
      quire.request<Transfer>({
        method: 'POST',
        url: '/v1/transfers/create',
        headers: { authorization: `Bearer ${quire.key}`, 'idempotency-key': 'once' },
        payload: { workspaceId, pageId, kind: 'copy', targetWorkspaceId: targetId },
      })
    const [first, second] = [await send(), await send()]
    assert.equal(first.status, 200, JSON.stringify(first.body))
    assert.equal(second.body.id, first.body.id)
    await untilEnded(quire, first.body.id)
    assert.deepEqual(await titlesUnder(target), ['Once'])
  })
})

describe('a move to another workspace', () => {
  it('takes history, comments and files along and leaves the originals in the trash', async () => {
    const root = await addPage(quire, 'Project')
    const child = await addPage(quire, 'Child', { parentId: root, markdown: 'First words' })
    const address = { workspaceId: quire.workspaceId, pageId: child }
    const edited = await quire.post(
      '/v1/pages/edit',
      { ...address, mode: 'replace', find: 'First', text: 'Second' },
      ben.key,
    )
    assert.equal(edited.status, 200)
    const commentId = await addComment(quire, child, `See [Project](/pages/${root}).`)
    await quire.post(
      '/v1/comments/create',
      { ...address, parentId: commentId, markdown: 'Yes' },
      ben.key,
    )
    const before = await versionsOf(quire.workspaceId, child)
    const moved = await transfer(root, { kind: 'move' })
    assert.equal(await inTrash(root), true)
    assert.deepEqual(await titlesUnder(target, moved.copyId), ['Child'])
    const { pages } = await ask<{ pages: { id: string }[] }>('/v1/pages/list', {
      workspaceId: targetId,
      parentId: moved.copyId,
      depth: 1,
    })
    const pageId = pages[0]?.id ?? assert.fail()
    const versions = await versionsOf(targetId, pageId)
    assert.deepEqual(
      versions.map(({ version }) => version),
      [(before[0]?.version ?? 0) + 1, ...before.map(({ version }) => version)],
    )
    assert.match(versions[0]?.run?.client ?? '', /^moved from ./)
    assert.equal(versions[1]?.author.firstName, 'Ben')
    const old = await ask<{ markdown: string }>('/v1/history/get', {
      workspaceId: targetId,
      pageId,
      version: 1,
    })
    assert.equal(old.markdown.trim(), 'First words')
    const { threads } = await ask<{
      threads: { comments: { markdown: string; author: { firstName: string } }[] }[]
    }>('/v1/comments/list', { workspaceId: targetId, pageId })
    assert.deepEqual(
      threads[0]?.comments.map((one) => [one.markdown.trim(), one.author.firstName]),
      [
        [`See [Project](/pages/${moved.copyId}).`, 'Ada'],
        ['Yes', 'Ben'],
      ],
    )
  })

  it('can be taken back: the originals are restored, and the copies deleted', async () => {
    const root = await addPage(quire, 'Back', { markdown: 'Text' })
    const { copyId } = await transfer(root, { kind: 'move' })
    await ask('/v1/pages/restore', { pageId: root })
    await ask('/v1/pages/delete', { workspaceId: targetId, pageId: copyId })
    assert.equal((await markdownOf(quire, root)).trim(), 'Text')
    assert.deepEqual(await titlesUnder(target), [])
  })

  it('is an event of each workspace: pages created there, a page deleted here', async () => {
    const root = await addPage(quire, 'Event')
    const { copyId } = await transfer(root, { kind: 'move' })
    const typesOf = async (workspaceId: string, pageId: string) => {
      type Items = { items: { type: string; page?: { id: string } | null }[] }
      const { items } = await ask<Items>('/v1/activity/list', { workspaceId, limit: 100 })
      return items.filter((item) => JSON.stringify(item).includes(pageId)).map(({ type }) => type)
    }
    assert.ok((await typesOf(targetId, copyId)).includes('page.created'))
    assert.ok((await typesOf(quire.workspaceId, root)).includes('page.deleted'))
    assert.deepEqual(await typesOf(targetId, root), [])
  })

  it('is found by search in the target only, and is in the audit log of both', async () => {
    const root = await addPage(quire, 'Findable', { markdown: 'A quokka smiles.' })
    await transfer(root, { kind: 'move' })
    const search = async (workspaceId: string) =>
      (await ask<{ results: object[] }>('/v1/search/pages', { workspaceId, query: 'quokka' }))
        .results.length
    assert.deepEqual([await search(targetId), await search(quire.workspaceId)], [1, 0])
    const entries = await auditOf(quire, 'page.transfer')
    const ids = new Set(entries.map(({ workspaceId }) => workspaceId))
    assert.ok(ids.has(targetId) && ids.has(quire.workspaceId))
  })

  it('carries what was typed and not stored yet, and a template stays one', async () => {
    const root = await addPage(quire, 'Form')
    await ask('/v1/templates/add', { pageId: root, sectionId: null })
    const { copyId } = await transfer(root, { kind: 'move' })
    const listed = await ask<{ templates: { id: string }[] }>('/v1/templates/list', {
      workspaceId: targetId,
    })
    assert.deepEqual(
      listed.templates.map(({ id }) => id),
      [copyId],
    )
  })
})
