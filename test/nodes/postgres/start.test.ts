import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import { initialize, runCommand } from '../../support/processes/process.ts'
import { createDatabase, startPostgres } from '../../support/stores/postgres.ts'

const main = fileURLToPath(new URL('../../../server/main.ts', import.meta.url))

describe('a start while PostgreSQL is away', () => {
  it('says at once what it waits for, without the password, and goes on when it comes', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-waiting-'))
    const postgres = await startPostgres()
    await postgres.pause()
    const { password } = new URL(postgres.url)
    const server = spawn(process.execPath, [main], {
      env: {
        PATH: process.env['PATH'],
        QUIRE_DATA: dataFolder,
        PORT: '0',
        DATABASE_URL: postgres.url,
      },
    })
    let output = ''
    server.stderr.on('data', (chunk: Buffer) => (output += chunk.toString()))
    await once(server.stderr, 'data')
    assert.match(
      output,
      /^Quire is waiting: The database postgres on 127\.0\.0\.1:\d+ cannot be reached yet: /,
    )
    assert.equal(output.includes(password), false)
    await postgres.resume()
    const [line]: unknown[] = await once(server.stdout, 'data')
    assert.match(String(line), /listens on/)
    server.kill('SIGTERM')
    await once(server, 'exit')
    await postgres.stop()
    await rm(dataFolder, { recursive: true })
  })
})

describe('DATABASE_PASSWORD', () => {
  it('lets in with a password that an address does not hold as it is', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-password-'))
    const database = await createDatabase()
    const client = new pg.Client(database.url)
    await client.connect()
    const password = `a/b#c?d@e%f+g h:=ü`
    const user = `u${Date.now()}`
    await client.query(`create role ${user} login password '${password}'`)
    await client.query(`grant all on schema public to ${user}`)
    const url = new URL(database.url)
    url.username = user
    url.password = ''
    const settings = (more: Record<string, string>) => ({
      dataFolder,
      environment: { DATABASE_URL: url.href, ...more },
    })
    const refused = await runCommand(['user', 'list'], settings({ DATABASE_PASSWORD: 'another' }))
    assert.equal(refused.code, 1)
    await initialize(settings({ DATABASE_PASSWORD: password }))
    const listed = await runCommand(['user', 'list'], settings({ DATABASE_PASSWORD: password }))
    assert.equal(listed.code, 0, listed.stderr)
    await client.query(`drop owned by ${user}; drop role ${user}`)
    await client.end()
    await database.drop()
    await rm(dataFolder, { recursive: true })
  })
})

describe('a command on a database that is not one of Quire', () => {
  it('makes no table there, and no file', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-no-store-'))
    const database = await createDatabase()
    const settings = {
      dataFolder,
      environment: { DATABASE_URL: database.url },
    }
    for (const words of [['user', 'list'], ['backup', join(dataFolder, 'x.tar.gz')], ['check']]) {
      const { code, stderr } = await runCommand(words, settings)
      assert.equal(code, 1)
      assert.match(
        stderr,
        /^quire: There is no Quire store in the database \w+ on 127\.0\.0\.1:\d+\. /,
      )
    }
    const client = new pg.Client({ connectionString: database.url })
    await client.connect()
    const tables = "select 1 from information_schema.tables where table_schema = 'public'"
    assert.equal((await client.query(tables)).rows.length, 0)
    await client.end()
    await database.drop()
    assert.deepEqual(await readdir(dataFolder), [])
    await rm(dataFolder, { recursive: true })
  })
})
