import assert from 'node:assert/strict'
import { readFile, rename } from 'node:fs/promises'
import { after, before, describe, it } from 'node:test'
import { newId } from '../../server/lib/ids.ts'
import { damagedContents, jobs } from '../../server/store/index.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { openVisitor } from '../support/web/visitor.ts'

describe('GET /metrics for operators', () => {
  let quire: TestServer
  before(async () => {
    quire = await startServer()
  })
  after(() => quire.close())

  const read = async () => {
    const { body } = await quire.get<string>('/metrics', null)
    return (name: string) => {
      const line = body.split('\n').find((one) => one.startsWith(`${name} `))
      assert.ok(line !== undefined, `${name} in ${body}`)
      return Number(line.slice(name.length))
    }
  }

  it('shows every queue from the start, and what fails in it', async () => {
    const before = await read()
    for (const queue of ['webhooks', 'chats', 'emails', 'imports', 'transfers', 'search', 'jobs']) {
      assert.ok(before(`quire_queue_waiting{queue="${queue}"}`) >= 0)
      assert.equal(before(`quire_queue_failed{queue="${queue}"}`), 0)
      assert.ok(before(`quire_queue_delay_seconds{queue="${queue}"}`) >= 0)
    }
    const job = { kind: 'failing', subject: newId() }
    await quire.app.store.transactIn('none', async (transaction) => {
      await jobs.enqueue(transaction, job, Date.now() - 60_000)
      await jobs.putAttempts(transaction, job, 3)
    })
    const now = await read()
    assert.equal(now('quire_queue_failed{queue="jobs"}'), 1)
    assert.equal(now('quire_failed_jobs{kind="failing"}'), 1)
    assert.ok(now('quire_queue_delay_seconds{queue="jobs"}') >= 60)
  })

  it('shows the metrics that docs/deploy.md lists', async () => {
    const { body } = await quire.get<string>('/metrics', null)
    const described = [...body.matchAll(/^# HELP (quire_(?!nodejs_|process_)\w+)/gm)]
    const text = await readFile(new URL('../../docs/deploy.md', import.meta.url), 'utf8')
    const listed = [...text.matchAll(/^\| `(quire_\w+)` \|/gm)].map(([, name]) => name)
    // Only with scheduled exports, which this server has none of.
    const expected = [...described.map(([, name]) => name), 'quire_export_age_seconds']
    assert.deepEqual(new Set(listed), new Set(expected))
  })

  it('counts failed sign-ins', async () => {
    const name = 'quire_failed_sign_ins_total{fault="password"}'
    const before = (await read())(name)
    const wrong = { email: 'ada@example.com', password: 'wrong password' }
    const { status } = await openVisitor(quire).post('/app/session/create', wrong)
    assert.equal(status, 401)
    assert.equal((await read())(name), before + 1)
  })

  it('shows the free space, the check of files and the usual metrics of Node under both names', async () => {
    const { store } = quire.app
    const before = await read()
    assert.ok(before('quire_disk_free_bytes') > 0)
    assert.ok(Number.isNaN(before('quire_file_check_age_seconds')))
    await store.transactIn('none', async (transaction) => {
      const finishedAt = Date.now() - 60_000
      await damagedContents.keepCheckState(transaction, { position: '', finishedAt })
    })
    const now = await read()
    assert.ok(now('quire_file_check_age_seconds') >= 60)
    for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_seconds']) {
      assert.ok(now(name) >= 0)
      assert.ok(now(`quire_${name}`) >= 0)
    }
  })

  it('leaves out what cannot be read, and shows the rest', async () => {
    const moved = `${quire.dataFolder}.moved`
    await rename(quire.dataFolder, moved)
    const { status, body } = await quire.get<string>('/metrics', null)
    await rename(moved, quire.dataFolder)
    assert.equal(status, 200)
    assert.doesNotMatch(body, /^quire_disk_free_bytes \d/m)
    assert.match(body, /^process_resident_memory_bytes \d/m)
  })
})
