import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { type App, openApp } from '../../app.ts'
import { readConfig } from '../../config.ts'
import { createAuthenticator, listKeys } from './api-keys.ts'
import { listMembers } from './members.ts'
import { initialize } from './setup.ts'
import { listUsers } from './users.ts'
import { listWorkspaces } from './workspaces.ts'

const ada = { email: 'ada@example.com', firstName: 'Ada', lastName: 'Lovelace' }
const lab = { name: 'Lab', slug: undefined }

describe('initialize', () => {
  let folder = ''
  let app: App
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'quire-test-'))
    app = await openApp(readConfig({ QUIRE_DATA: folder }))
  })
  after(async () => {
    await app.close()
    await rm(folder, { recursive: true, force: true })
  })

  it('leaves an empty store when the person or the workspace is refused', async () => {
    await assert.rejects(initialize(app.store, { ...ada, email: 'ada' }, lab, 'never'), {
      code: 'VALIDATION_FAILED',
    })
    await assert.rejects(initialize(app.store, ada, { name: '?', slug: undefined }, 'never'), {
      code: 'VALIDATION_FAILED',
    })
    const left = [await listUsers(app.store), await listWorkspaces(app.store)]
    assert.deepEqual(left, [[], []])
  })

  it('makes an owner, a workspace and a key that works, once, of several that try at once', async () => {
    const outcomes = await Promise.allSettled(
      [1, 2, 3].map((n) =>
        initialize(app.store, { ...ada, email: `ada${n}@example.com` }, lab, '30d'),
      ),
    )
    const created = outcomes.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []))
    const codes = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [Object(one.reason).code] : [],
    )
    assert.deepEqual([created.length, codes], [1, ['STORE_NOT_EMPTY', 'STORE_NOT_EMPTY']])

    const [first] = created
    assert.ok(first)
    const { user, workspace, key } = first
    const caller = await createAuthenticator(app.store, () => undefined)(key.key)
    assert.deepEqual(
      [caller.userId, caller.readOnly, caller.workspaceIds],
      [user.id, false, undefined],
    )
    const [member] = await listMembers(app.store, workspace.id)
    assert.deepEqual([member?.id, member?.role], [user.id, 'OWNER'])
    const [item] = await listKeys(app.store, user.id)
    assert.equal((item?.expiresAt ?? 0) - (item?.createdAt ?? 0), 30 * 86_400_000)
  })
})
