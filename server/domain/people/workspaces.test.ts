import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { linkVersion } from '../../../content/links/link-version.ts'
import { addPage, nothing } from '../../../test/support/pages.ts'
import { addPerson } from '../../../test/support/people.ts'
import { contextOf, startServer, type TestServer } from '../../../test/support/server.ts'
import { linkIndexing, systemViewer } from '../../store/index.ts'
import type { Context } from '../context.ts'
import {
  createWorkspace,
  getWorkspaceStats,
  listOwnWorkspaces,
  listWorkspaces,
  requireWorkspace,
} from './workspaces.ts'

let server: TestServer
before(async () => {
  server = await startServer()
})
after(() => server.close())

const create = (name: string, slug?: string) =>
  createWorkspace(server.app.store, { name, slug }, server.userId)
const slugOf = async (name: string) => (await create(name)).slug
const as = (userId: string, workspaceIds?: readonly string[]): Context =>
  contextOf(server, { userId, workspaceIds })

describe('createWorkspace', () => {
  it('refuses a name that leaves no slug, and one that is too long', async () => {
    for (const name of ['', '  ', '---', '🌲', '!?']) {
      await assert.rejects(create(name), { code: 'VALIDATION_FAILED', message: /^\/name / })
    }
    await assert.rejects(create('n'.repeat(101)), {
      message: '/name must be at most 100 characters',
    })
    assert.equal((await create('n'.repeat(100))).slug, 'n'.repeat(60))
  })

  it('refuses a slug that is not written as slugs are', async () => {
    for (const slug of ['', 'Upper', 'two words', '-edge', 'edge-', 'a--b', 'é', 's'.repeat(61)]) {
      await assert.rejects(create('Fine', slug), { code: 'VALIDATION_FAILED', message: /^\/slug / })
    }
  })

  it('refuses a slug that was asked for and is taken, and leaves nothing behind', async () => {
    const count = (await listWorkspaces(server.app.store)).length
    await assert.rejects(create('Other', 'lab'), { code: 'ALREADY_EXISTS' })
    assert.equal((await listWorkspaces(server.app.store)).length, count)
  })

  it('numbers a slug made from the name when it is taken, from 2 on', async () => {
    assert.deepEqual([await slugOf('Lab'), await slugOf(' LAB! ')], ['lab-2', 'lab-3'])
    await create('Taken before', 'notes-2')
    assert.deepEqual(
      [await slugOf('Notes'), await slugOf('Notes'), await slugOf('Notes')],
      ['notes', 'notes-3', 'notes-4'],
    )
  })

  it('gives each of many made at once a slug of its own', async () => {
    const created = await Promise.all(Array.from({ length: 12 }, () => slugOf('Crowd')))
    assert.equal(new Set(created).size, 12)
  })

  it('makes a slug of a name in every script, and keeps the name as it was written', async () => {
    assert.equal(await slugOf('Café Crème'), 'cafe-creme')
    assert.equal(await slugOf('研究 ノート'), '研究-ノート')
    const malformed = await create('  Lone \uD800 and \0  ')
    assert.equal(malformed.name, 'Lone \uFFFD and \uFFFD')
  })

  it('makes the given person its owner', async () => {
    const { id } = await create('Owned')
    const { members } = await getWorkspaceStats({ ...as(server.userId), viewer: systemViewer(id) })
    assert.deepEqual(
      members.map((member) => [member.id, member.role]),
      [[server.userId, 'OWNER']],
    )
  })

  it('leaves no page to the job that indexes the links of earlier releases', async () => {
    await create('Indexed')
    assert.equal(await linkIndexing.nextOutdated(server.app.store, linkVersion, ''), undefined)
  })
})

describe('requireWorkspace', () => {
  it('refuses what is neither a slug nor an id', async () => {
    for (const name of ['', 'nowhere', 'LAB', nothing]) {
      await assert.rejects(requireWorkspace(server.app.store, name), {
        code: 'WORKSPACE_NOT_FOUND',
        message: `There is no workspace ${name}. Run \`quire workspace list\` to list workspaces.`,
      })
    }
  })

  it('finds it by its slug, and by its id in either case', async () => {
    const { workspaceId, app } = server
    for (const name of ['lab', workspaceId, workspaceId.toUpperCase()]) {
      assert.equal((await requireWorkspace(app.store, name)).id, workspaceId)
    }
  })
})

describe('listOwnWorkspaces', () => {
  it('gives nothing to someone who is a member nowhere', async () => {
    const { userId } = await addPerson(server, 'Nobody')
    assert.deepEqual(await listOwnWorkspaces(as(userId)), [])
  })

  it('marks the one joined first as the default, also for a key that opens only others', async () => {
    const { userId } = await addPerson(server, 'Joiner', 'VIEWER')
    const second = await createWorkspace(
      server.app.store,
      { name: 'Joined later', slug: undefined },
      userId,
    )
    const summary = async (workspaceIds?: string[]) =>
      (await listOwnWorkspaces(as(userId, workspaceIds))).map(({ id, role, isDefault }) => ({
        id,
        role,
        isDefault,
      }))
    const first = { id: server.workspaceId, role: 'VIEWER', isDefault: true }
    const later = { id: second.id, role: 'OWNER', isDefault: false }
    assert.deepEqual(await summary(), [first, later])
    assert.deepEqual(await summary([second.id, nothing]), [later])
    assert.deepEqual(await summary([]), [])
  })
})

describe('getWorkspaceStats', () => {
  it('counts the pages by type, without those in the trash', async () => {
    const { id } = await create('Counted')
    const context = as(server.userId)
    const empty = await getWorkspaceStats({ ...context, viewer: systemViewer(id) })
    assert.deepEqual([empty.pagesByType, empty.totalPages], [{}, 0])

    await addPage(server, 'One', { workspaceId: id })
    await addPage(server, 'Two', { workspaceId: id })
    const gone = await addPage(server, 'Gone', { workspaceId: id })
    await server.post('/v1/pages/delete', { workspaceId: id, pageId: gone })
    const stats = await getWorkspaceStats({ ...context, viewer: systemViewer(id) })
    assert.deepEqual([stats.pagesByType, stats.totalPages], [{ TEXT: 2 }, 2])
  })
})
