import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { useCommands } from '../support/processes/commands.ts'
import { type ServerProcess, startProcess } from '../support/processes/process.ts'
import { type Call, caller } from './caller.ts'

const bob = 'bob@example.com'

describe("the operator's commands while the server runs", () => {
  const { json, refused, first, dataFolder } = useCommands()
  let server: ServerProcess
  let call: Call
  before(async () => {
    server = await startProcess({ dataFolder: dataFolder() })
    call = caller(server.address, first())
  })
  after(() => server.stop())

  const as = (key: unknown): Call =>
    caller(server.address, { key: String(key), workspaceId: first().workspaceId })
  const statusAndMessage = async (key: unknown) => {
    const { status, body } = await as(key)('/v1/workspace/stats', {})
    return [status, body['message']]
  }

  it('count in the very next request: a new key, and its revocation', async () => {
    const { id, key } = await json('key', 'add', 'ada@example.com')
    assert.deepEqual(await statusAndMessage(key), [200, undefined])
    await json('key', 'revoke', String(id))
    assert.deepEqual(await statusAndMessage(key), [401, 'API key revoked'])
  })

  it('count in the very next request: a role, a membership and a person removed', async () => {
    await json('user', 'add', bob, '--first-name', 'Bob', '--last-name', 'Bell')
    const { key } = await json('key', 'add', bob)
    const write = async () => (await as(key)('/v1/pages/create', { title: 'By Bob' })).status
    assert.equal((await statusAndMessage(key))[0], 403)
    await json('member', 'add', 'lab', bob, '--role', 'VIEWER')
    assert.deepEqual([(await statusAndMessage(key))[0], await write()], [200, 403])
    await json('member', 'add', 'lab', bob)
    assert.equal(await write(), 200)
    await json('member', 'remove', 'lab', bob)
    assert.equal(await write(), 403)
    await json('user', 'remove', bob)
    assert.deepEqual(await statusAndMessage(key), [401, 'API key revoked'])
  })

  it('never take the last owner away', async () => {
    assert.equal((await refused('user', 'remove', 'ada@example.com')).code, 'LAST_OWNER')
    assert.equal((await call('/v1/workspace/stats', {})).status, 200)
  })

  it('come through while the server writes without a pause, and hold up none of its answers', async () => {
    const load = { isOver: false }
    const writers = Array.from({ length: 8 }, async () => {
      while (!load.isOver) {
        assert.equal((await call('/v1/pages/create', { title: 'Page' })).status, 200)
      }
    })
    const created = await Promise.all([
      json('key', 'add', 'ada@example.com'),
      json('workspace', 'list'),
    ])
    load.isOver = true
    await Promise.all(writers)
    assert.deepEqual(await statusAndMessage(created[0]['key']), [200, undefined])
  })
})
