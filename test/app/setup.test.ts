import assert from 'node:assert/strict'
import { exec } from 'node:child_process'
import { mkdir, mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { issueSetupCode } from '../../server/domain/people/setup.ts'
import { requireOneTimeToken } from '../../server/domain/people/sign-in/one-time-tokens.ts'
import { clock } from '../../server/lib/clock.ts'
import { dump } from '../../server/store/index.ts'
import { initialize, startProcess } from '../support/processes/process.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { databaseOf } from '../support/stores/stores.ts'
import { openVisitor } from '../support/web/visitor.ts'

const realNow = clock.now
const person = {
  firstName: 'Grace',
  lastName: 'Hopper',
  email: 'grace@example.com',
  password: 'nanoseconds of copper wire',
  workspaceName: 'Ships',
}

let quire: TestServer
let code: string
before(async () => {
  quire = await startServer()
  await quire.app.store.transact((transaction) => dump.clear(transaction))
  code = (await issueSetupCode(quire.app.store)) ?? ''
})
after(() => quire.close())
afterEach(() => {
  clock.now = realNow
})

describe('setup.complete', () => {
  it('refuses a code that was never printed, one before the last, and one of yesterday', async () => {
    const visitor = openVisitor(quire)
    const status = await visitor.post<{ needed: boolean }>('/app/setup/status')
    assert.deepEqual([status.status, status.body], [200, { needed: true }])
    const old = code
    code = (await issueSetupCode(quire.app.store)) ?? ''
    for (const wrong of ['A'.repeat(32), old, `${code}x`]) {
      const answer = await visitor.post('/app/setup/complete', { ...person, code: wrong })
      assert.deepEqual([answer.status, answer.body.code], [404, 'LINK_INVALID'])
    }
    clock.now = () => realNow() + 86_400_000
    const late = await visitor.post('/app/setup/complete', { ...person, code })
    assert.equal(late.body.code, 'LINK_INVALID')
    assert.equal(visitor.cookies.size, 0)
  })

  it('refuses what is wrong about the person, and keeps the code for another try', async () => {
    const broken = { ...person, code, email: 'grace', password: 'short', workspaceName: '!' }
    const answer = await openVisitor(quire).post('/app/setup/complete', broken)
    assert.equal(answer.status, 400)
    const name = await openVisitor(quire).post('/app/setup/complete', {
      ...person,
      code,
      workspaceName: '!',
    })
    assert.equal(name.body.errors[0]?.path, '/name')
  })

  it('lets one of many who come at once in, signed in, and nobody ever after', async () => {
    const visitors = Array.from({ length: 3 }, () => openVisitor(quire))
    const answers = await Promise.all(
      visitors.map((visitor, index) =>
        visitor.post('/app/setup/complete', {
          ...person,
          code,
          email: `g${index}@example.com`,
          language: 'de',
        }),
      ),
    )
    assert.equal(answers.filter(({ status }) => status === 200).length, 1)
    const winner = visitors[answers.findIndex(({ status }) => status === 200)]
    const self = await winner?.post<{
      user: { language: string | null }
      workspaces: { name: string; role: string }[]
    }>('/app/session/get')
    assert.deepEqual(
      self?.body.workspaces.map(({ name, role }) => [name, role]),
      [['Ships', 'OWNER']],
    )
    assert.equal(self?.body.user.language, 'de')
    const again = await openVisitor(quire).post('/app/setup/complete', { ...person, code })
    assert.deepEqual([again.status, again.body.code], [409, 'STORE_NOT_EMPTY'])
    const status = await openVisitor(quire).post<{ needed: boolean }>('/app/setup/status')
    assert.equal(status.body.needed, false)
    assert.equal(await issueSetupCode(quire.app.store), undefined)
  })
})

describe('the start of a server', () => {
  let dataFolder = ''
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-setup-'))
  })
  after(() => rm(dataFolder, { recursive: true, force: true }))

  it('prints an address whose code is good, and no log holds it', async () => {
    const server = await startProcess({ dataFolder, environment: { LOG_LEVEL: 'trace' } })
    // It says where it listens before it has made the code.
    await server.says(/(\/setup#[\w-]{32})\n/)
    const { stdout, stderr } = await server.stop()
    const [, address, printed = ''] = /(http\S+)\/setup#([\w-]{32})\n/.exec(stdout) ?? []
    assert.equal(address, server.address)
    assert.ok(!stderr.includes(printed))
    const DATABASE_URL = await databaseOf(dataFolder)
    const app = await openApp(readConfig({ QUIRE_DATA: dataFolder, DATABASE_URL }))
    assert.equal((await requireOneTimeToken(app.store, 'setup', printed)).kind, 'setup')
    await app.close()
  })

  it('prints a command that sets up the same store from any folder', async () => {
    const [home, elsewhere] = [join(dataFolder, 'home'), join(dataFolder, 'elsewhere')]
    await Promise.all([mkdir(home), mkdir(elsewhere)])
    // As in the folder of someone who sets nothing.
    const environment = { QUIRE_DATA: undefined, DATABASE_URL: undefined }
    const server = await startProcess({ dataFolder, environment, cwd: home })
    const command = await server.says(/\n {2}(\S.* init --email [^\n]*)\n/)
    const { PATH, NODE_OPTIONS } = process.env
    const { stdout } = await promisify(exec)(`${command} --json`, {
      cwd: elsewhere,
      env: { PATH, NODE_OPTIONS },
    })
    const { key } = JSON.parse(stdout)
    const answer = await fetch(`${server.address}/v1/workspaces`, {
      headers: { authorization: `Bearer ${key}` },
    })
    assert.equal(answer.status, 200, await answer.text())
    assert.deepEqual(await readdir(elsewhere), [])
    await server.stop()
  })

  it('prints none once there is someone, or where people are not answered', async () => {
    const silent = await startProcess({ dataFolder, environment: { ROLES: 'api' } })
    assert.ok(!(await silent.stop()).stdout.includes('/setup'))
    await initialize({ dataFolder })
    const server = await startProcess({ dataFolder })
    assert.ok(!(await server.stop()).stdout.includes('/setup'))
  })
})
