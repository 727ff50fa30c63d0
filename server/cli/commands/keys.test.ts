import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { useCommands } from '../../../test/support/processes/commands.ts'

const ada = 'ada@example.com'

describe('quire key', () => {
  const { json, refused, quire, quireProcess, first } = useCommands()
  const list = async () => {
    const { keys } = await json('key', 'list', ada)
    return keys as Record<string, unknown>[]
  }

  it('refuses a person, a key and a workspace that are not there', async () => {
    const code = async (...words: string[]) => (await refused('key', ...words)).code
    assert.equal(await code('add', 'nobody@example.com'), 'USER_NOT_FOUND')
    assert.equal(await code('list', 'nobody@example.com'), 'USER_NOT_FOUND')
    assert.equal(await code('add', ada, '--workspace', 'nowhere'), 'WORKSPACE_NOT_FOUND')
    assert.equal(await code('revoke', first().workspaceId), 'KEY_NOT_FOUND')
  })

  it('makes a key for as long as was chosen, and shows only its ends afterwards', async () => {
    const days = { '7d': 7, '30d': 30, '90d': 90, '1y': 365, never: undefined }
    const created = await Promise.all(
      Object.keys(days).map((expires) =>
        json('key', 'add', ada, '--name', expires, '--expires', expires),
      ),
    )
    const keys = await list()
    for (const [index, [name, life]] of Object.entries(days).entries()) {
      const { id, key, expiresAt } = created[index] ?? {}
      const item = keys.find((row) => row['id'] === id)
      assert.match(String(key), /^svc_[A-Za-z0-9]{24}$/)
      const { firstCharacters, lastCharacters, createdAt } = item ?? {}
      assert.equal(
        String(firstCharacters) + String(lastCharacters),
        String(key).replace(/^(.{8}).*(.{4})$/, '$1$2'),
      )
      assert.deepEqual(
        [item?.['name'], item?.['state'], item?.['expiresAt']],
        [name, 'valid', expiresAt],
      )
      const lived = (Date.parse(String(expiresAt)) - Date.parse(String(createdAt))) / 86_400_000
      if (life === undefined) assert.equal(expiresAt, null)
      else assert.equal(lived, life)
    }
    const everything = JSON.stringify(keys)
    for (const { key } of created) assert.equal(everything.includes(String(key)), false)
  })

  it('limits a key to reading and to some workspaces', async () => {
    const { id } = await json(
      'key',
      'add',
      ada,
      '--read-only',
      '--workspace',
      'lab',
      first().workspaceId,
    )
    const item = (await list()).find((row) => row['id'] === id)
    assert.equal(item?.['readOnly'], true)
    const { workspaceId } = first()
    assert.deepEqual(item['workspaceIds'], [workspaceId])
  })

  it('makes a key that only proposes, and one for an agent', async () => {
    const rights = async (option: string) => {
      const { id } = await json('key', 'add', ada, option)
      const item = (await list()).find((row) => row['id'] === id)
      return [item?.['proposeOnly'], item?.['forAgent']]
    }
    assert.deepEqual(await rights('--propose-only'), [true, true])
    assert.deepEqual(await rights('--for-agent'), [false, true])
  })

  it('makes a key for 90 days, unless something else is chosen', async () => {
    const { expiresAt } = await json('key', 'add', ada)
    const days = (Date.parse(String(expiresAt)) - Date.now()) / 86_400_000
    assert.ok(days > 89 && days <= 90, String(expiresAt))
  })

  it('revokes a key, once and for all', async () => {
    const { keyId } = first()
    assert.deepEqual(await json('key', 'revoke', keyId), { id: keyId, revoked: true })
    assert.deepEqual(await json('key', 'revoke', keyId), { id: keyId, revoked: true })
    assert.equal((await list()).find(({ id }) => id === keyId)?.['state'], 'revoked')
  })

  it('prints for people', async () => {
    const added = await quireProcess('key', 'add', ada, '--expires', '1y')
    assert.match(added.stdout, /^id {7}[\da-f-]{36}\nkey {6}svc_\w{24}\nexpires {2}\d{4}-.*Z\n$/)
    const listed = await quire('key', 'list', ada)
    assert.match(listed.stdout, /^ID {36}KEY {12}NAME .*\n([\da-f-]{36} {2}svc_\w{4}…\w{4} .*\n)+$/)
  })
})
