import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { restoreBackup } from '../../server/domain/transfer/backup/restore.ts'
import { clock } from '../../server/lib/clock.ts'
import { dump, identities, passkeys, secondFactors, users } from '../../server/store/index.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { setPassword, signIn } from '../support/web/visitor.ts'

let quire: TestServer
let folder = ''
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'quire-people-'))
  quire = await startServer()
})
after(async () => {
  await quire.close()
  await rm(folder, { recursive: true, force: true })
})

describe('a backup of people', () => {
  it('carries what they sign in with, and nothing that lets somebody in for a while', async () => {
    const { store } = quire.app
    const { userId, workspaceId } = quire
    await setPassword(quire, userId)
    const visitor = await signIn(quire)
    await visitor.post('/app/invitations/create', { workspaceId, role: 'MEMBER' })
    await visitor.post('/app/members/reset-link', { workspaceId, userId })
    const identity = { issuer: 'https://id.example.com', subject: 's' }
    await store.transact(async (transaction) => {
      await users.setLanguage(transaction, { id: userId, language: 'ar' })
      const factor = { userId, secret: 'sealed', lastStep: 1, createdAt: 1 }
      await secondFactors.insert(transaction, factor, ['recovery'])
      const passkey = { id: 'k', userId, name: 'n', publicKey: 'p', counter: 0, transports: '[]' }
      await passkeys.insert(transaction, { ...passkey, createdAt: 1 })
      await identities.insert(transaction, identity, userId, clock.now())
    })
    for (const table of ['sessions', 'invitations', 'tickets'] as const) {
      assert.equal(await dump.count(store, table), 1, table)
    }
    const file = join(folder, 'backup.tar.gz')
    const { files } = quire.app.contextFor(anonymousCaller)
    await writeBackup({ store, files }, file)
    const target = await openApp(readConfig({ QUIRE_DATA: join(folder, 'restored') }))
    await restoreBackup(target.contextFor(anonymousCaller), file)
    for (const table of ['sessions', 'invitations', 'tickets'] as const) {
      assert.equal(await dump.count(target.store, table), 0, table)
    }
    assert.match((await users.passwordHash(target.store, userId)) ?? '', /^\$argon2id\$/)
    assert.equal((await users.byId(target.store, userId))?.language, 'ar')
    assert.equal((await secondFactors.get(target.store, userId))?.secret, 'sealed')
    assert.equal((await passkeys.ofUser(target.store, userId)).length, 1)
    assert.equal((await identities.userOf(target.store, identity))?.userId, userId)
    assert.equal(await dump.count(target.store, 'recovery_codes'), 1)
    await target.close()
  })
})

const anonymousCaller = {
  userId: '',
  keyId: undefined,
  via: 'cli',
  readOnly: false,
  workspaceIds: undefined,
} as const
