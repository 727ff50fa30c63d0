import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type App, openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import type { Context } from '../../server/domain/context.ts'
import { requireMember } from '../../server/domain/people/access.ts'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { moveStore } from '../../server/domain/transfer/backup/move-store.ts'
import { restoreBackup } from '../../server/domain/transfer/backup/restore.ts'
import { checkStore } from '../../server/domain/transfer/check/check.ts'
import { exportWorkspace } from '../../server/domain/transfer/export/export.ts'
import { pages } from '../../server/store/index.ts'
import { addComment, addFile, addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { grantOnly } from '../support/sections.ts'
import { contextOf } from '../support/server.ts'
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

async function exportAs(person: Person): Promise<Record<string, string>> {
  const { workspaceId } = desk
  const context = contextOf(desk, { userId: person.userId, via: 'cli' })
  const viewer = await requireMember(context, workspaceId, 'read')
  const folder = `${desk.folder}/as-${person.userId}`
  await exportWorkspace(context, { folder, workspaceId, viewer })
  return readFolder(folder)
}

/** The titles that a person can read in a store. */
async function titlesFor(app: App, { userId }: Person): Promise<string[]> {
  const context = contextOf({ ...desk, app }, { userId, via: 'cli' })
  const viewer = await requireMember(context, desk.workspaceId, 'read')
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
    const ada = { userId: desk.userId, email: '', key: desk.key }
    assert.deepEqual(await titlesFor(app, ada), await titlesFor(desk.app, ada))
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
