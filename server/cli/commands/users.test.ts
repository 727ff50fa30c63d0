import assert from 'node:assert/strict'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { useCommands } from '../../../test/support/processes/commands.ts'
import {
  runCommand,
  runCommandProcess,
  startProcess,
} from '../../../test/support/processes/process.ts'
import { databaseOf } from '../../../test/support/stores/stores.ts'
import { connectStore, users } from '../../store/index.ts'
import { statement } from '../../store/statement.ts'

const ada = { firstName: 'Ada', lastName: 'Lovelace' }
const named = ['--first-name', 'Bob', '--last-name', 'O’Neil']
const passwordOf = statement<{ hash: string | null }, { email: string }>(
  'test.passwordOf',
  'select password_hash as "hash" from users where email = $email',
)

const { json, refused, quire, dataFolder, first } = useCommands()

describe('quire user add', () => {
  it('refuses an address that is none or is taken, in any case', async () => {
    assert.equal((await refused('user', 'add', 'bob', ...named)).code, 'VALIDATION_FAILED')
    const taken = await refused('user', 'add', ' ADA@example.com ', ...named)
    assert.equal(taken.code, 'ALREADY_EXISTS')
    assert.match(taken.message, /ada@example\.com/)
  })

  it('adds a person', async () => {
    const added = await json('user', 'add', 'Bob@Example.com', ...named)
    assert.equal(added['email'], 'bob@example.com')
    assert.equal(added['lastName'], 'O’Neil')
    assert.match(String(added['createdAt']), /^\d{4}-.*Z$/)
    const { stdout } = await quire('user', 'add', 'eve@example.com', ...named)
    assert.match(stdout, /^Added eve@example\.com \([\da-f-]{36}\)\.\n$/)
  })

  it('takes a password from standard input, all of it but the end of the line', async () => {
    const add = (email: string, input: string, run = runCommand) =>
      run(['user', 'add', email, ...named, '--password-stdin'], {
        dataFolder: dataFolder(),
        input,
      })
    const [short, spaces, lines] = await Promise.all([
      add('short@example.com', 'seven77\n'),
      add('spaces@example.com', 'grey violet ox   \n'),
      add('lines@example.com', 'correct horse battery\r\n', runCommandProcess),
    ])
    assert.equal(short.code, 1)
    assert.match(short.stderr, /^quire: --password must be at least 8 characters\n$/)
    assert.deepEqual([spaces.code, lines.code], [0, 0])
    const databaseUrl = await databaseOf(dataFolder())
    const store = await connectStore({ dataFolder: dataFolder(), databaseUrl, connections: 2 })
    const stored = await store.get(passwordOf, { email: 'lines@example.com' })
    await store.close()
    assert.match(stored?.hash ?? '', /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })
})

describe('quire user list', () => {
  it('shows people, as a table and as JSON, and nothing secret', async () => {
    const { users } = await json('user', 'list')
    const [{ createdAt, ...ada }] = users as [Record<string, unknown>]
    assert.match(String(createdAt), /Z$/)
    const { userId: id } = first()
    const names = { firstName: 'Ada', lastName: 'Lovelace' }
    assert.deepEqual(ada, {
      id,
      email: 'ada@example.com',
      emailVerified: true,
      language: null,
      kind: 'person',
      disabledAt: null,
      ...names,
    })
    const { stdout } = await quire('user', 'list')
    const line = `ada@example.com  Ada Lovelace  yes  active  ${id}`
    const [headings, row] = stdout.split('\n')
    assert.deepEqual(
      [headings?.split(/ +/), row?.replaceAll(/ {2,}/g, '  ')],
      [['EMAIL', 'NAME', 'VERIFIED', 'STATE', 'ID'], line],
    )
  })
})

describe('quire user verify', () => {
  it('refuses a person who is not there', async () => {
    const missing = await refused('user', 'verify', 'nobody@example.com')
    assert.equal(missing.code, 'USER_NOT_FOUND')
  })

  it('takes the operator’s word that an address is its person’s', async () => {
    const databaseUrl = await databaseOf(dataFolder())
    const store = await connectStore({ dataFolder: dataFolder(), databaseUrl, connections: 2 })
    await store.transact((transaction) =>
      users.update(transaction, { id: first().userId, email: 'ada@new.example', ...ada }),
    )
    const isVerified = async () => (await users.byId(store, first().userId))?.emailVerified
    assert.equal(await isVerified(), 0)
    await json('user', 'verify', 'Ada@new.example')
    assert.equal(await isVerified(), 1)
    await store.transact((transaction) =>
      users.update(transaction, { id: first().userId, email: 'ada@example.com', ...ada }),
    )
    await store.close()
    await json('user', 'verify', 'ada@example.com')
  })
})

describe('quire user reset-link', () => {
  it('refuses a person who is not there', async () => {
    const missing = await refused('user', 'reset-link', 'nobody@example.com')
    assert.equal(missing.code, 'USER_NOT_FOUND')
  })

  it('prints where to choose a password, which then signs in; the link works once', async () => {
    const { stdout } = await quire('user', 'reset-link', 'Ada@example.com')
    const [, token] = /^http:\/\/127\.0\.0\.1:\d+\/reset-password#(\S+)\n$/.exec(stdout) ?? []
    const server = await startProcess({ dataFolder: dataFolder() })
    const post = async (path: string, body: object) => {
      const headers = { 'content-type': 'application/json', origin: server.address }
      const options = { method: 'POST', headers, body: JSON.stringify(body) }
      return (await fetch(`${server.address}${path}`, options)).status
    }
    const password = 'correct horse battery'
    const reset = () => post('/app/password/reset', { token, password })
    assert.deepEqual([await reset(), await reset()], [200, 404])
    const email = 'ada@example.com'
    assert.equal(await post('/app/session/create', { email, password: 'wrong password' }), 401)
    assert.equal(await post('/app/session/create', { email, password }), 200)
    await server.stop()
  })
})

describe('quire user disable and enable', () => {
  it('refuses a person who is not there, and the only administrator', async () => {
    for (const command of ['disable', 'enable']) {
      const missing = await refused('user', command, 'nobody@example.com')
      assert.equal(missing.code, 'USER_NOT_FOUND')
    }
    assert.equal((await refused('user', 'disable', 'ada@example.com')).code, 'LAST_ADMINISTRATOR')
  })

  it('ends the keys of a person, who gets no others until enabled', async () => {
    const email = 'ivy@example.com'
    await json('user', 'add', email, ...named)
    await json('key', 'add', email, '--name', 'one', '--expires', '7d')
    const disabled = await json('user', 'disable', email)
    assert.match(String(disabled['disabledAt']), /Z$/)
    assert.match((await quire('user', 'list')).stdout, /ivy@example\.com .* disabled /)
    const { keys } = await json('key', 'list', email)
    assert.deepEqual(
      (keys as { state: string }[]).map(({ state }) => state),
      ['revoked'],
    )
    const late = await refused('key', 'add', email, '--name', 'two', '--expires', '7d')
    assert.equal(late.code, 'ACCOUNT_DISABLED')
    assert.equal((await json('user', 'enable', email))['disabledAt'], null)
    await json('key', 'add', email, '--name', 'two', '--expires', '7d')
  })
})

describe('quire user export', () => {
  it('refuses a person who is not there, and a file that is', async () => {
    const out = join(dataFolder(), 'ada.tar.gz')
    const missing = await refused('user', 'export', 'nobody@example.com', '--out', out)
    assert.equal(missing.code, 'USER_NOT_FOUND')
    const { path } = await json('user', 'export', 'ada@example.com', '--out', out)
    assert.equal(path, out)
    const again = await refused('user', 'export', 'ada@example.com', '--out', out)
    assert.equal(again.code, 'ALREADY_EXISTS')
  })
})

describe('quire user remove', () => {
  it('refuses a person who is not there, and the only owner of a workspace, which it names', async () => {
    const missing = await refused('user', 'remove', 'nobody@example.com')
    assert.equal(missing.code, 'USER_NOT_FOUND')
    const last = await refused('user', 'remove', 'ada@example.com')
    assert.equal(last.code, 'LAST_OWNER')
    assert.match(last.message, /\blab\b.*OWNER first/)
    const { members } = await json('member', 'list', 'lab')
    assert.equal((members as unknown[]).length, 1)
  })

  it('takes memberships and keys away, and frees the address', async () => {
    await json('user', 'add', 'zoe@example.com', ...named)
    await json('member', 'add', 'lab', 'zoe@example.com', '--role', 'OWNER')
    assert.equal((await refused('user', 'remove', 'ada@example.com')).code, 'LAST_ADMINISTRATOR')
    await json('admin', 'add', 'zoe@example.com')
    const removed = await json('user', 'remove', 'ADA@example.com')
    assert.deepEqual(removed, { id: first().userId, removed: true })
    const { members } = await json('member', 'list', 'lab')
    assert.deepEqual(
      (members as { email: string }[]).map(({ email }) => email),
      ['zoe@example.com'],
    )
    assert.equal((await refused('key', 'list', 'ada@example.com')).code, 'USER_NOT_FOUND')
    await json('user', 'add', 'ada@example.com', ...named)
    const { keys } = await json('key', 'list', 'ada@example.com')
    assert.deepEqual(keys, [])
  })
})
