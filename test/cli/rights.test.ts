import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type App, openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/domain/context.ts'
import { requireMember } from '../../server/domain/people/access.ts'
import { putMember } from '../../server/domain/people/members.ts'
import { searchPages } from '../../server/domain/search/search.ts'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { moveStore } from '../../server/domain/transfer/backup/move-store.ts'
import { restoreBackup } from '../../server/domain/transfer/backup/restore.ts'
import { checkStore } from '../../server/domain/transfer/check/check.ts'
import { exportWorkspace } from '../../server/domain/transfer/export/export.ts'
import { importFolder } from '../../server/domain/transfer/import/import.ts'
import { pages, type Viewer } from '../../server/store/index.ts'
import { addWebhook } from '../support/outside/webhooks.ts'
import { addComment, addFile, addLink, addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { grantOnly, restrict } from '../support/sections.ts'
import { contextOf } from '../support/server.ts'
import { publish } from '../support/sites.ts'
import { databaseOf } from '../support/stores/stores.ts'
import { type Desk, openDesk, readFolder } from './folders.ts'

const secret = 'Xylophone-7231'

let desk: Desk
let bob: Person
before(async () => {
  desk = await openDesk()
  bob = await addPerson(desk, 'Bob', 'MEMBER')
  const section = await addPage(desk, `${secret} section`)
  const page = await addPage(desk, `${secret} page`, { parentId: section })
  await addFile(desk, page, { name: `${secret}.txt`, content: secret })
  await addComment(desk, page, secret)
  const shared = await addPage(desk, 'Shared', { parentId: page })
  await addPage(desk, 'Below', { parentId: shared })
  const open = await addPage(desk, 'Open', { markdown: `[a link](/pages/${page})` })
  await addFile(desk, open, { name: 'open.txt' })
  await addComment(desk, open, 'A remark')
  await grantOnly(desk, section, { [desk.userId]: 'manage' })
  await grantOnly(desk, shared, { [desk.userId]: 'manage', [bob.userId]: 'read' })
})
after(() => desk.close())

function viewerOf({ userId }: Pick<Person, 'userId'>, workspaceId: string): Promise<Viewer> {
  return requireMember(contextOf(desk, { userId, via: 'cli' }), workspaceId, 'read')
}

async function exportAs(person: Person): Promise<Record<string, string>> {
  const { workspaceId } = desk
  const folder = `${desk.folder}/as-${person.userId}`
  await rm(folder, { recursive: true, force: true })
  const viewer = await viewerOf(person, workspaceId)
  await exportWorkspace(contextOf(desk), { folder, workspaceId, viewer })
  return readFolder(folder)
}

/** The titles that a person can read in a store. */
async function titlesFor(
  app: App,
  { userId }: Pick<Person, 'userId'>,
  workspaceId = desk.workspaceId,
): Promise<string[]> {
  const context = contextOf({ ...desk, app }, { userId, via: 'cli' })
  const viewer = await requireMember(context, workspaceId, 'read')
  return (await pages.all(app.store, viewer)).map(({ title }) => title).toSorted()
}

/** A copy of the store that must have the same permissions. */
async function assertSamePermissions(
  copyTo: (target: Context, source: Context) => Promise<unknown>,
) {
  const dataFolder = await mkdtemp(join(tmpdir(), 'quire-copy-'))
  const DATABASE_URL = await databaseOf(dataFolder)
  const app = await openApp(readConfig({ QUIRE_DATA: dataFolder, DATABASE_URL }))
  try {
    const on = (of: App) => contextOf({ ...desk, app: of }, { via: 'cli' })
    await copyTo(on(app), on(desk.app))
    assert.deepEqual(await titlesFor(app, bob), ['Below', 'Open', 'Shared'])
    assert.deepEqual(await titlesFor(app, desk), await titlesFor(desk.app, desk))
    assert.deepEqual((await checkStore(on(app))).faults, [])
  } finally {
    await app.close()
    await rm(dataFolder, { recursive: true, force: true })
  }
}

describe('a copy of the store', () => {
  it('from a backup keeps permissions', async () => {
    const path = join(desk.folder, 'backup.tar.gz')
    await assertSamePermissions(async (target, source) => {
      await writeBackup(source, path)
      await restoreBackup(target, path)
    })
  })

  it('by migrate-store keeps permissions', async () => {
    await assertSamePermissions((target, source) => moveStore(source, target))
  })
})

describe('an export with sections', () => {
  it('for a member has what the member can read', async () => {
    const files = await exportAs(bob)
    assert.deepEqual(Object.keys(files).toSorted(), [
      'Open.md',
      'Shared/Below.md',
      'Shared/index.md',
      'files/open.txt',
    ])
    const text = JSON.stringify(files)
    assert.ok(!text.includes(secret), text)
    assert.match(files['Open.md'] ?? '', /A remark/)
  })

  it('by the operator has everything', async () => {
    const { path } = await desk.exportTo('everything')
    const files = await readFolder(path)
    assert.deepEqual(Object.keys(files).toSorted(), [
      'Open.md',
      `${secret} section/${secret} page/Shared/Below.md`,
      `${secret} section/${secret} page/Shared/index.md`,
      `${secret} section/${secret} page/index.md`,
      `${secret} section/index.md`,
      `files/${secret}.txt`,
      'files/open.txt',
    ])
  })
})

describe('an import with sections', () => {
  let cleo: Person
  before(async () => {
    cleo = await addPerson(desk, 'Cleo', 'OWNER')
  })

  /** Another workspace of the first person, with two members. */
  async function addOther(): Promise<string> {
    const workspaceId = await desk.addWorkspace()
    for (const { userId } of [bob, cleo]) {
      const actor = { userId: desk.userId, via: 'cli' } as const
      await putMember(desk.app.store, workspaceId, { userId, role: 'MEMBER' }, actor)
    }
    return workspaceId
  }

  async function importAs(userId: string, folder: string, workspaceId: string, parentId?: string) {
    const context = contextOf(desk, { userId, via: 'cli' })
    return importFolder(context, { folder, workspaceId, parentId: parentId ?? null })
  }

  it('restores them from the export of the operator, also for those whom the author is not', async () => {
    const { path } = await desk.exportTo('round-trip')
    const files = await readFolder(path)
    assert.match(
      files[`${secret} section/${secret} page/Shared/index.md`] ?? '',
      /permissions:\n {4}inherits: false\n {4}people:\n {6}\S+: \w+\n {6}\S+: \w+\n/,
    )
    const workspaceId = await addOther()
    const report = await importAs(cleo.userId, path, workspaceId)
    assert.deepEqual([report.skipped, report.pages, report.unknownFields], [[], 5, {}])
    const everything = await titlesFor(desk.app, desk)
    assert.deepEqual(await titlesFor(desk.app, desk, workspaceId), everything)
    assert.deepEqual(await titlesFor(desk.app, bob, workspaceId), ['Below', 'Open', 'Shared'])
    assert.deepEqual(await titlesFor(desk.app, cleo, workspaceId), ['Open'])
    const viewer = await viewerOf(cleo, workspaceId)
    const found = await searchPages({ ...contextOf(desk), viewer }, { query: secret, k: 10 })
    assert.deepEqual(found, [])
    assert.deepEqual((await checkStore(contextOf(desk))).faults, [])
    const again = join(desk.folder, 'again')
    await exportWorkspace(contextOf(desk), { folder: again, workspaceId })
    const permissionsIn = (file = '') => /^permissions:\n(?: .*\n)+/m.exec(file)?.[0]
    const restored = await readFolder(again)
    for (const [name, text] of Object.entries(files)) {
      assert.equal(permissionsIn(restored[name]), permissionsIn(text), name)
    }
  })

  it('names the access that it does not restore, and has no token of it', async () => {
    const source: Desk = { ...desk, workspaceId: await addOther() }
    const pageId = await addPage(source, 'Shared outside')
    await restrict(source, pageId)
    const links = [
      await addLink(source, pageId, { level: 'comment', password: secret }),
      await addLink(source, pageId, { level: 'read' }),
    ]
    const { webhook: principalId } = await addWebhook(source)
    await restrict(source, pageId, { grants: [{ principalId, level: 'read' }] })
    await publish(source, pageId, { slug: 'outside', title: 'Our handbook' })
    await addPage(source, 'Link only')
    const { path } = await source.exportTo('outside', source.workspaceId)
    const files = await readFolder(path)
    const text = files['Shared outside.md'] ?? ''
    for (const { id, url } of links) {
      for (const hidden of [id, url.split('#')[1] ?? '?', secret, principalId]) {
        assert.ok(!text.includes(hidden), text)
      }
    }
    const workspaceId = await addOther()
    const { skipped } = await importAs(desk.userId, path, workspaceId)
    const reason =
      'gave access to 2 share links, the webhook nowhere.invalid, and the site Our handbook, which an import does not restore'
    assert.deepEqual(skipped, [{ path: 'Shared outside.md', reason }])
    assert.deepEqual(await titlesFor(desk.app, desk, workspaceId), ['Link only', 'Shared outside'])
    assert.deepEqual(await titlesFor(desk.app, bob, workspaceId), ['Link only'])
  })

  it('keeps a section private where its people are unknown or its grants not exported', async () => {
    const folder = await desk.write({
      'a.md': `---\npermissions:\n  inherits: false\n  people:\n    nobody@example.com: read\n---\n`,
      'b.md': `---\npermissions:\n  inherits: 7\n---\n`,
      'c.md': '---\npermissions:\n  people:\n    bob@example.com: manage\n---\n',
      'd.md': '---\npermissions: none\n---\n',
    })
    const workspaceId = await addOther()
    const report = await importAs(cleo.userId, folder, workspaceId)
    assert.deepEqual(report.skipped, [
      {
        path: 'a.md',
        reason: 'has permissions for nobody@example.com, not in this workspace',
      },
    ])
    assert.deepEqual(report.unknownFields, { permissions: 2 })
    assert.deepEqual(await titlesFor(desk.app, bob, workspaceId), ['c', 'd'])
    assert.deepEqual(await titlesFor(desk.app, cleo, workspaceId), ['a', 'b', 'c', 'd'])
  })

  it('does not widen the export of a person who only reads', async () => {
    const files = await exportAs(bob)
    assert.match(files['Shared/index.md'] ?? '', /^ {2}permissions:\n {4}inherits: false\n---/m)
    const workspaceId = await addOther()
    await importAs(bob.userId, `${desk.folder}/as-${bob.userId}`, workspaceId)
    assert.deepEqual(await titlesFor(desk.app, cleo, workspaceId), ['Open'])
    assert.deepEqual(await titlesFor(desk.app, bob, workspaceId), ['Below', 'Open', 'Shared'])
  })

  it('reports permissions below a parent that the author does not manage', async () => {
    const workspaceId = await addOther()
    const other: Desk = { ...desk, workspaceId }
    const parentId = await addPage(other, 'Parent')
    await grantOnly(other, parentId, { [desk.userId]: 'manage', [bob.userId]: 'write' })
    const folder = await desk.write({ 'a.md': '---\npermissions:\n  inherits: false\n---\n' })
    const { skipped } = await importAs(bob.userId, folder, workspaceId, parentId)
    const reason = 'has permissions that you cannot set below this parent'
    assert.deepEqual(skipped, [{ path: 'a.md', reason }])
    assert.deepEqual(await titlesFor(desk.app, desk, workspaceId), ['Parent', 'a'])
    await assert.rejects(importAs(cleo.userId, folder, workspaceId, parentId), {
      code: 'PAGE_NOT_FOUND',
    })
  })
})
