import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { createClient } from '../../client/index.ts'
import { createKey, revokeKey } from '../../server/domain/people/api-keys.ts'
import { writeBackup } from '../../server/domain/transfer/backup/backup.ts'
import { addPerson } from '../support/people.ts'
import { useRemote } from '../support/processes/remote.ts'
import { grantOnly } from '../support/sections.ts'
import { contextOf } from '../support/server.ts'
import { openRestored } from '../support/stores/restored.ts'
import { readRemoved, readTree } from '../support/sync/folder.ts'
import { startSync } from '../support/sync/synced-folder.ts'

describe('quire sync without access, and with a server of before', () => {
  const remote = useRemote()
  const start = (title: string) => startSync(remote, title)

  it('moves nothing for a key that does not exist or is another than before', async () => {
    const { create, sync, root, words, write, workspaceId } = await start('Mistyped')
    await create('Kept', 'one\n')
    await sync()
    await write('Kept.md', 'one, edited\n')
    const before = await readTree(root)
    const { app } = remote.quire()
    const { userId, key } = await addPerson(remote.quire(), 'Noa', 'MEMBER')
    const revoked = await createKey(app.store, { userId, name: 'other', expires: 'never' })
    await revokeKey(app.store, revoked.id)
    const attempts: [string, RegExp][] = [
      ['svc_mistyped', /Invalid API key/],
      [revoked.key, /last synced with another key or server\. Nothing was changed/],
    ]
    for (const [QUIRE_KEY, message] of attempts) {
      const environment = { ...remote.environment(), QUIRE_KEY }
      const { code, stderr } = await remote.run([...words, '--yes'], { environment })
      assert.equal(code, 3)
      assert.match(stderr, message)
      assert.deepEqual(await readTree(root), before)
    }
    const hidden = await create('Hidden', 'secret\n')
    await grantOnly(remote.quire(), hidden, { [remote.quire().userId]: 'manage' })
    const own = join(remote.folder(), 'Mistyped parent')
    const below = ['sync', own, '--workspace', workspaceId, '--parent', hidden]
    await create('In', 'in it\n', hidden)
    assert.equal((await remote.run(below)).code, 0)
    const environment = { ...remote.environment(), QUIRE_KEY: key }
    const { code, stderr } = await remote.run([...below, '--yes'], { environment })
    assert.equal(code, 4)
    assert.match(stderr, /last synced with another key or server/)
    assert.deepEqual(await readTree(own), { 'In.md': 'in it\n' })
  })

  it('moves files aside when the key is revoked, after a question, and brings them back with another', async () => {
    const { create, sync, root, words, write } = await start('Revoked')
    await create('Kept', 'one\n')
    await create('Other', 'two\n')
    const { userId, app } = remote.quire()
    const { id, key } = await createKey(app.store, { userId, name: 'sync', expires: 'never' })
    const environment = { ...remote.environment(), QUIRE_KEY: key }
    assert.equal((await remote.run(words, { environment })).code, 0)
    await write('Kept.md', 'one, edited\n')
    const before = await readTree(root)
    await revokeKey(app.store, id)
    const { code, stderr } = await remote.run(words, { environment })
    assert.equal(code, 3)
    assert.match(stderr, /2 of their files\. Nothing was changed/)
    const answered = { environment, confirm: async () => false }
    assert.equal((await remote.run(words, answered)).code, 3)
    assert.deepEqual(await readTree(root), before)
    const elsewhere = {
      ...environment,
      QUIRE_URL: remote.address().replace('127.0.0.1', 'localhost'),
    }
    assert.equal((await remote.run([...words, '--yes'], { environment: elsewhere })).code, 3)
    assert.deepEqual(await readTree(root), before)
    assert.equal((await remote.run([...words, '--yes'], { environment })).code, 3)
    assert.deepEqual(await readTree(root), {})
    assert.deepEqual((await readRemoved(root)).toSorted(), ['one, edited\n', 'two\n'])
    await sync()
    assert.deepEqual(await readTree(root), { 'Kept.md': 'one\n', 'Other.md': 'two\n' })
    assert.ok(!(await readFile(join(root, '.quire/access'), 'utf8')).includes(remote.quire().key))
  })

  it('moves files aside whose section was restricted, with the edits in them', async () => {
    const { create, root, words, write, parentId } = await start('Restricted')
    const section = await create('Section', 'open\n')
    await create('In', 'in it\n', section)
    for (const title of ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']) await create(title, `${title}\n`)
    const { key } = await addPerson(remote.quire(), 'Mia', 'MEMBER')
    const environment = { ...remote.environment(), QUIRE_KEY: key }
    assert.equal((await remote.run(words, { environment })).code, 0)
    await write('Section/In.md', 'in it, edited\n')
    await grantOnly(remote.quire(), section, { [remote.quire().userId]: 'manage' })
    assert.equal((await remote.run(words, { environment })).code, 0)
    assert.equal(Object.keys(await readTree(root)).length, 8)
    assert.deepEqual((await readRemoved(root)).toSorted(), ['in it, edited\n', 'open\n'])
    await grantOnly(remote.quire(), parentId, { [remote.quire().userId]: 'manage' })
    const asked = await remote.run(words, { environment })
    assert.equal(asked.code, 4)
    assert.match(asked.stderr, /8 of their files\. Nothing was changed/)
    assert.equal((await remote.run([...words, '--yes'], { environment })).code, 4)
    assert.deepEqual(await readTree(root), {})
    assert.equal((await readRemoved(root)).length, 10)
  })

  it('stops at a server that was restored from a backup, also if all of its pages are as new as the files', async () => {
    const { create, sync, root, words, write, workspaceId } = await start('History')
    await create('Old', 'old\n')
    await sync()
    const backup = join(remote.folder(), 'backup.tar.gz')
    await writeBackup(contextOf(remote.quire()), backup)
    await create('New', 'new\n')
    await sync()
    await write('Old.md', 'old, edited\n')
    const before = await readTree(root)
    const restored = await openRestored(remote.quire(), backup)
    const environment = { ...remote.environment(), QUIRE_URL: restored.baseUrl }
    const asked = await remote.run(words, { environment })
    assert.equal(asked.code, 5)
    assert.match(asked.stderr, /The server lacks changes that this folder has\./)
    assert.deepEqual(await readTree(root), before)
    const refused = { environment, confirm: async () => false }
    assert.equal((await remote.run(words, refused)).code, 5)
    assert.equal((await remote.run([...words, '--yes'], { environment })).code, 0)
    assert.deepEqual([await readTree(root), await readRemoved(root)], [before, []])
    const client = createClient({ baseUrl: restored.baseUrl, apiKey: remote.quire().key })
    const found = await client.pages.get({ workspaceId, page: 'New' })
    assert.equal((await client.pages.markdown({ workspaceId, pageId: found.id })).markdown, 'new\n')
    const again = await remote.run(words, { environment })
    assert.deepEqual([again.code, again.stdout], [0, 'Already in sync.\n'])
    await restored.close()
  })

  it('stops at a server with older versions, and takes the folder as newer when confirmed', async () => {
    const { create, sync, write, words, root, read, markdown } = await start('Backup')
    const page = await create('Page', 'from the backup\n')
    await sync()
    const record = join(root, `.quire/pages/${page}.json`)
    await write('Page.md', 'newer than the backup\n')
    const state: object = JSON.parse(await readFile(record, 'utf8'))
    const newer = { ...state, version: 99, revision: 'later', text: 'newer than the backup\n' }
    await writeFile(record, JSON.stringify(newer))
    const refused = await remote.refused(...words)
    assert.deepEqual([refused.code, refused.exitCode], ['SERVER_RESTORED', 5])
    await sync('--yes')
    assert.equal(await markdown(page), 'newer than the backup\n')
    assert.equal(await read('Page.md'), 'newer than the backup\n')
  })
})
