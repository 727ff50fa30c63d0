import assert from 'node:assert/strict'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { readArchive } from '../../../test/cli/archives.ts'
import { useCommands } from '../../../test/support/processes/commands.ts'
import { databaseOf } from '../../../test/support/stores/stores.ts'
import { connectStore, users } from '../../store/index.ts'

const ada = 'ada@example.com'
const bob = 'bob@example.com'

describe('quire member', () => {
  const { json, refused, quire, quireProcess, first, dataFolder } = useCommands()
  const roles = async (workspace = 'lab') => {
    const { members } = await json('member', 'list', workspace)
    return (members as { email: string; role: string }[]).map(({ email, role }) => [email, role])
  }
  before(() => json('user', 'add', bob, '--first-name', 'Bob', '--last-name', 'Bell'))

  it('refuses a workspace, a person and a membership that are not there', async () => {
    const code = async (...words: string[]) => (await refused('member', ...words)).code
    assert.equal(await code('add', 'nowhere', bob), 'WORKSPACE_NOT_FOUND')
    assert.equal(await code('list', first().userId), 'WORKSPACE_NOT_FOUND')
    assert.equal(await code('add', 'lab', 'nobody@example.com'), 'USER_NOT_FOUND')
    assert.equal(await code('remove', 'lab', bob), 'MEMBER_NOT_FOUND')
  })

  it('refuses to take the last owner away, or another role to give them', async () => {
    const code = async (...words: string[]) => (await refused('member', ...words)).code
    assert.equal(await code('remove', 'lab', ada), 'LAST_OWNER')
    assert.equal(await code('add', 'lab', ada, '--role', 'ADMIN'), 'LAST_OWNER')
    assert.deepEqual(await roles(), [[ada, 'OWNER']])
  })

  it('says so where nobody has proved the address of who is added', async () => {
    const databaseUrl = await databaseOf(dataFolder())
    const store = await connectStore({ dataFolder: dataFolder(), databaseUrl, connections: 2 })
    const user = await users.byEmail(store, bob)
    const rename = (email: string) =>
      store.transact((transaction) =>
        users.update(transaction, { id: '', firstName: 'B', lastName: 'B', ...user, email }),
      )
    await rename('bob@other.example')
    const { stdout } = await quire('member', 'add', 'lab', 'bob@other.example')
    assert.match(stdout, /is MEMBER of lab\.\nThe address .* is not verified.*quire user verify/)
    await rename(bob)
    await store.close()
    await json('member', 'remove', 'lab', bob)
  })

  it('adds, changes and removes a member, by slug or ID of the workspace', async () => {
    const { workspaceId } = first()
    const added = await json('member', 'add', 'lab', bob)
    assert.deepEqual(Object.keys(added), ['workspaceId', 'userId', 'role'])
    assert.equal(added['role'], 'MEMBER')
    const { stdout } = await quireProcess(
      'member',
      'add',
      workspaceId.toUpperCase(),
      bob,
      '--role',
      'VIEWER',
    )
    assert.equal(stdout, `${bob} is VIEWER of lab.\n`)
    assert.deepEqual(await roles(workspaceId), [
      [ada, 'OWNER'],
      [bob, 'VIEWER'],
    ])
    await json('member', 'remove', 'lab', bob)
    assert.deepEqual(await roles(), [[ada, 'OWNER']])
  })

  it('is told of as done by the operator, not by whom it was done to', async () => {
    const archive = join(dataFolder(), 'told.tar.gz')
    await json('backup', archive)
    const entries = await readArchive(archive)
    const events = entries.find(({ header }) => header.name === 'tables/events.jsonl')
    const memberEvents = String(events?.content)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
      .filter(({ type, via }) => String(type).startsWith('member.') && via === 'cli')
    const types = new Set(memberEvents.map(({ type }) => type))
    assert.ok(types.has('member.removed') && types.has('member.updated'))
    const ofBob = memberEvents.filter(({ data }) => JSON.parse(data).userId !== first().userId)
    assert.deepEqual(new Set(ofBob.map(({ actor_id: actor }) => actor)), new Set(['']))
  })
})
