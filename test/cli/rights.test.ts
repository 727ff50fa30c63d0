import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { requireMember } from '../../server/domain/people/access.ts'
import { exportWorkspace } from '../../server/domain/transfer/export/export.ts'
import { addComment, addFile, addPage } from '../support/pages.ts'
import { addPerson, type Person } from '../support/people.ts'
import { grantOnly } from '../support/sections.ts'
import { contextOf } from '../support/server.ts'
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
