import assert from 'node:assert/strict'
import { after, before, beforeEach, describe, it } from 'node:test'
import {
  defaultSettings,
  type ServerSettings,
  updateServerSettings,
} from '../../../server/domain/administration/server-settings.ts'
import { addFile, addPage, titlesUnder, unknownId } from '../../support/pages.ts'
import { addPerson, addWorkspace, type Person } from '../../support/people.ts'
import { addGuest, onlyFor, restrict } from '../../support/sections.ts'
import { runJobs } from '../../support/semantic.ts'
import { addKey, contextOf, startServer, type TestServer } from '../../support/server.ts'
import { startTransfer, type Transfer, untilEnded } from '../../support/transfer/transfers.ts'

let quire: TestServer
let jobs: ReturnType<typeof runJobs>
let ben: Person
let targetId: string
/** The same server with the target as its workspace. */
let target: TestServer
/** Ben, in the first workspace. */
let asBen: TestServer
/** A workspace of Ben. */
let bensId: string

before(async () => {
  quire = await startServer({ rateLimit: 0 })
  ben = await addPerson(quire, 'Ben', 'MEMBER')
  bensId = await addWorkspace(quire, 'Of Ben', ben.userId)
  asBen = as(quire, ben)
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

function as(server: TestServer, { key, userId }: Person): TestServer {
  return { ...server, key, userId, post: (path, body, own = key) => server.post(path, body, own) }
}

async function ask<Body>(path: string, body: object, key = quire.key): Promise<Body> {
  const { workspaceId } = quire
  const answer = await quire.post<Body>(path, { workspaceId, ...body }, key)
  assert.equal(answer.status, 200, `${path}: ${JSON.stringify(answer.body)}`)
  return answer.body
}

async function refused(body: object, key = quire.key): Promise<[number, string]> {
  const { workspaceId } = quire
  const given = { workspaceId, kind: 'move', targetWorkspaceId: targetId, ...body }
  const preview = await quire.post('/v1/transfers/preview', given, key)
  const created = await quire.post('/v1/transfers/create', given, key)
  assert.deepEqual(preview.body, created.body)
  return [created.status, created.body.code]
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

async function inTrash(pageId: string): Promise<boolean> {
  const { pages } = await ask<{ pages: { id: string }[] }>('/v1/trash/list', { limit: 200 })
  return pages.some(({ id }) => id === pageId)
}

describe('transfers.create', () => {
  it('refuses pages, parents and workspaces that the caller cannot use, and writes nothing', async () => {
    const pageId = await addPage(quire, 'Here')
    const hidden = await addPage(quire, 'Hidden')
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    const readOnly = await addPage(quire, 'Read only')
    await restrict(quire, readOnly, { inherits: false, everyone: 'read' })
    const viewer = await addPerson(quire, 'Vera', 'VIEWER')
    const verasId = await addWorkspace(quire, 'Of Vera', viewer.userId)
    const reading = await addKey(quire, { readOnly: true })
    const here = await addKey(quire, { workspaceIds: [quire.workspaceId] })
    for (const [body, key, expected] of [
      [{ pageId: unknownId }, quire.key, [404, 'PAGE_NOT_FOUND']],
      [{ pageId, targetParentId: unknownId }, quire.key, [404, 'PAGE_NOT_FOUND']],
      [{ pageId, targetParentId: pageId }, quire.key, [404, 'PAGE_NOT_FOUND']],
      [{ pageId, targetWorkspaceId: unknownId }, quire.key, [403, 'FORBIDDEN']],
      [{ pageId, targetWorkspaceId: quire.workspaceId }, quire.key, [400, 'VALIDATION_FAILED']],
      [{ pageId, kind: 'teleport' }, quire.key, [400, 'VALIDATION_FAILED']],
      [{ pageId }, reading, [403, 'FORBIDDEN']],
      [{ pageId, kind: 'copy' }, reading, [403, 'FORBIDDEN']],
      [{ pageId }, here, [403, 'FORBIDDEN']],
      [{ pageId }, ben.key, [403, 'FORBIDDEN']],
      [{ pageId: hidden, targetWorkspaceId: bensId }, ben.key, [404, 'PAGE_NOT_FOUND']],
      [{ pageId: readOnly, targetWorkspaceId: bensId }, ben.key, [403, 'FORBIDDEN']],
      [{ pageId, targetWorkspaceId: verasId }, viewer.key, [403, 'FORBIDDEN']],
    ] as const) {
      assert.deepEqual(await refused(body, key), expected, JSON.stringify(body))
    }
    assert.deepEqual(await titlesUnder(target), [])
    assert.equal(await inTrash(pageId), false)
  })
})

describe('transfers.get and transfers.cancel', () => {
  it('are for the person who started the transfer, and no one else', async () => {
    const { id: transferId } = await transfer(await addPage(quire, 'Mine'))
    const { workspaceId } = quire
    for (const path of ['/v1/transfers/get', '/v1/transfers/cancel']) {
      const answer = await quire.post(path, { workspaceId, transferId }, ben.key)
      assert.deepEqual([answer.status, answer.body.code], [404, 'NOT_FOUND'])
    }
    const cancelled = await quire.post('/v1/transfers/cancel', { workspaceId, transferId })
    assert.deepEqual([cancelled.status, cancelled.body.code], [400, 'VALIDATION_FAILED'])
  })
})

describe('transfers.create and transfers.preview', () => {
  it('answers the same whatever hidden pages are below, and leaves them to those who can read them', async () => {
    const moved: { transfer: Transfer; root: string }[] = []
    let hidden = ''
    for (const hasHidden of [true, false]) {
      const root = await addPage(quire, 'Plan')
      await addPage(quire, 'Open', { parentId: root })
      if (hasHidden) {
        hidden = await addPage(quire, 'Salaries', { parentId: root })
        await addPage(quire, 'Bonus', { parentId: hidden })
        await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
      }
      const given = { pageId: root, kind: 'move', targetWorkspaceId: bensId }
      const seen = await ask('/v1/transfers/preview', given, ben.key)
      assert.deepEqual(seen, { pages: 2, files: 0, fileBytes: 0, leftBehind: 0 })
      moved.push({ transfer: await transfer(root, given, asBen), root })
    }
    const [one, other] = moved.map(({ transfer: { total, done, files: count, leftBehind } }) => ({
      total,
      done,
      count,
      leftBehind,
    }))
    assert.deepEqual(one, other)
    assert.ok(!(await titlesUnder({ ...quire, workspaceId: bensId })).includes('Salaries'))
    assert.deepEqual(await titlesUnder(quire, hidden), ['Bonus'])
    assert.equal(await inTrash(hidden), false)
    assert.ok((await titlesUnder(quire)).includes('Salaries'))
    const { workspaceId } = quire
    const asked = await quire.post('/v1/pages/markdown', { workspaceId, pageId: hidden }, ben.key)
    assert.equal(asked.status, 404)
    const feed = await ask<object>('/v1/activity/list', { limit: 100 }, ben.key)
    assert.ok(!JSON.stringify(feed).includes(hidden))
  })

  it('leaves pages that the caller may read and not move, and counts them', async () => {
    const root = await addPage(quire, 'Team')
    const rules = await addPage(quire, 'Rules', { parentId: root })
    await addPage(quire, 'Rule 1', { parentId: rules })
    await restrict(quire, rules, { inherits: false, everyone: 'read' })
    const moved = await transfer(root, { kind: 'move', targetWorkspaceId: bensId }, asBen)
    assert.deepEqual([moved.total, moved.leftBehind], [1, 1])
    assert.deepEqual(await titlesUnder(quire, rules), ['Rule 1'])
    const { workspaceId } = quire
    const read = await quire.post('/v1/pages/markdown', { workspaceId, pageId: rules }, ben.key)
    assert.equal(read.status, 200)
    const written = await quire.post(
      '/v1/pages/update',
      { workspaceId, pageId: rules, title: 'Mine' },
      ben.key,
    )
    assert.equal(written.status, 403)
  })

  it('lets a guest copy what was shared, and no more', async () => {
    const guest = await addGuest(quire, 'Gus', 'MEMBER')
    const guestsId = await addWorkspace(quire, 'Of Gus', guest.userId)
    const shared = await addPage(quire, 'Shared')
    await restrict(quire, shared, { grants: [{ principalId: guest.userId, level: 'read' }] })
    const other = await addPage(quire, 'Not shared')
    const { workspaceId } = quire
    const given = { workspaceId, kind: 'copy', targetWorkspaceId: guestsId }
    const refusedAnswer = await quire.post(
      '/v1/transfers/create',
      { ...given, pageId: other },
      guest.key,
    )
    assert.equal(refusedAnswer.status, 404)
    await transfer(shared, { kind: 'copy', targetWorkspaceId: guestsId }, as(quire, guest))
    assert.deepEqual(await titlesUnder({ ...quire, workspaceId: guestsId }), ['Shared'])
  })

  it('is refused beyond the quotas of the target, for pages and files', async () => {
    const root = await addPage(quire, 'Large')
    await addPage(quire, 'Below', { parentId: root })
    const fileId = await addFile(quire, root, { content: 'x'.repeat(2000) })
    assert.ok(fileId)
    const set = (change: Partial<ServerSettings>) => updateServerSettings(contextOf(quire), change)
    const { workspaceId } = quire
    const given = { workspaceId, pageId: root, kind: 'copy', targetWorkspaceId: targetId }
    for (const quota of [{ pagesPerWorkspace: 1 }, { fileBytesPerWorkspace: 1000 }]) {
      await set(quota)
      const answer = await quire.post('/v1/transfers/create', given)
      await set(defaultSettings)
      assert.deepEqual([answer.status, answer.body.code], [403, 'QUOTA_EXCEEDED'])
    }
    assert.deepEqual(await titlesUnder(target), [])
  })
})

describe('transfers.locate', () => {
  const locate = (pageId: string, key = quire.key) =>
    quire.post<{ location: { workspaceId: string; pageId: string } | null; code: string }>(
      '/v1/transfers/locate',
      { pageId },
      key,
    )
  const locationOf = async (pageId: string, key?: string) => {
    const { status, body } = await locate(pageId, key)
    assert.equal(status, 200, JSON.stringify(body))
    return body.location
  }

  it('follows a page and those below it, also over several moves', async () => {
    const root = await addPage(quire, 'Far')
    const child = await addPage(quire, 'Child', { parentId: root })
    const name = { workspaceName: 'Lab' }
    const here = { workspaceId: quire.workspaceId, ...name, pageId: root }
    assert.deepEqual(await locationOf(root), here)
    const { copyId } = await transfer(root, { kind: 'move' })
    const there = { workspaceId: targetId, workspaceName: 'Target' }
    assert.deepEqual(await locationOf(root), { ...there, pageId: copyId })
    const { pages } = await ask<{ pages: { id: string }[] }>('/v1/pages/list', {
      workspaceId: targetId,
      parentId: copyId,
    })
    assert.deepEqual(await locationOf(child), { ...there, pageId: pages[0]?.id })
    const back = { kind: 'move', targetWorkspaceId: quire.workspaceId }
    const second = await transfer(copyId, back, target)
    assert.deepEqual(await locationOf(root), { ...here, pageId: second.copyId })
  })

  it('names no workspace to readers who cannot read the page there, and nothing to others', async () => {
    const open = await addPage(quire, 'Open')
    const hidden = await addPage(quire, 'Hidden')
    await restrict(quire, hidden, onlyFor({ [quire.userId]: 'manage' }))
    for (const pageId of [open, hidden]) await transfer(pageId, { kind: 'move' })
    assert.equal(await locationOf(open, ben.key), null)
    for (const pageId of [hidden, unknownId]) {
      const { status, body } = await locate(pageId, ben.key)
      assert.deepEqual([status, body.code], [404, 'PAGE_NOT_FOUND'])
    }
    const narrow = await addKey(quire, { workspaceIds: [quire.workspaceId] })
    assert.equal(await locationOf(open, narrow), null)
  })

  it('does not know pages that were copied, restored or deleted by a person', async () => {
    const copied = await addPage(quire, 'Copied')
    await transfer(copied)
    const moved = await addPage(quire, 'Moved')
    await transfer(moved, { kind: 'move' })
    await ask('/v1/pages/restore', { pageId: moved })
    assert.equal((await locationOf(moved))?.pageId, moved)
    for (const pageId of [copied, moved]) {
      await ask('/v1/pages/delete', { pageId })
      assert.equal((await locate(pageId)).status, 404)
    }
  })
})
