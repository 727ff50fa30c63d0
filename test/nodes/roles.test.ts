import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { initialize, startProcess } from '../support/processes/process.ts'
import { startPostgres } from '../support/stores/postgres.ts'
import { until } from '../support/until.ts'

const status = async (address: string, path: string, method = 'GET') =>
  (await fetch(address + path, { method, redirect: 'manual' })).status

describe('roles', () => {
  let dataFolder = ''
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-roles-'))
    await initialize({ dataFolder })
  })
  after(() => rm(dataFolder, { recursive: true, force: true }))

  for (const { roles, api, web, people } of [
    { roles: 'web', api: 404, web: 200, people: 401 },
    { roles: 'api', api: 401, web: 404, people: 404 },
    { roles: 'worker', api: 404, web: 404, people: 404 },
    { roles: 'web,api,worker', api: 401, web: 200, people: 401 },
  ]) {
    it(`${roles}: answers that, and its health in any case`, async () => {
      const server = await startProcess({ dataFolder, environment: { ROLES: roles } })
      const { address } = server
      assert.equal(await status(address, '/v1/workspace/stats', 'POST'), api)
      assert.equal(await status(address, '/docs'), web)
      assert.equal(await status(address, '/app/session/get', 'POST'), people)
      assert.equal(await status(address, '/healthz'), 200)
      assert.equal(await status(address, '/readyz'), 200)
      assert.equal((await server.stop()).code, 0)
    })
  }
})

describe('/readyz', () => {
  it('says no while the store is away, and yes when it is back; the process lives all the time', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-ready-'))
    const postgres = await startPostgres()
    const environment = { DATABASE_URL: postgres.url }
    const server = await startProcess({ dataFolder, environment })
    try {
      assert.equal(await status(server.address, '/readyz'), 200)
      await postgres.pause()
      assert.equal(await status(server.address, '/readyz'), 503)
      assert.equal(await status(server.address, '/healthz'), 200)
      await postgres.resume()
      assert.equal(await status(server.address, '/readyz'), 200)
    } finally {
      await server.stop()
      await postgres.stop()
      await rm(dataFolder, { recursive: true, force: true })
    }
  })

  it('says no once a stop is asked for, while requests are still answered', async () => {
    const dataFolder = await mkdtemp(join(tmpdir(), 'quire-drain-'))
    const server = await startProcess({ dataFolder, environment: { DRAIN_SECONDS: '1' } })
    const ended = server.stop()
    await until(async () => (await status(server.address, '/readyz')) === 503)
    assert.equal(await status(server.address, '/healthz'), 200)
    assert.equal((await ended).code, 0)
    await rm(dataFolder, { recursive: true, force: true })
  })
})
