import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { Pool } from 'undici'
import { openApp } from '../../server/app.ts'
import { readConfig } from '../../server/config.ts'
import { emit } from '../../server/domain/events/events.ts'
import { statement } from '../../server/store/statement.ts'
import { openReceiver, type Receiver } from '../../test/support/outside/receiver-child.ts'
import { makeFolder, type Quire, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { startWorkspace } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

/** What the figures must be. */
const fewestPerSecond = 1000
const maxDelayMs = 50

const { values } = parseArgs({ options: { quick: { type: 'boolean', default: false } } })
const plan = values.quick
  ? { waiting: 5000, single: 100, written: 5000, kills: 3 }
  : { waiting: 20_000, single: 400, written: 100_000, kills: 10 }
const writers = 16
/** Each part is told to a path of its own. */
const subscribed = {
  '/one': 'page.updated',
  '/waiting': 'member.updated',
  '/killed': 'page.moved',
}

type Fixture = {
  dataFolder: string
  workspaceId: string
  userId: string
  key: string
  receiver: Receiver
}

const environment = { WEBHOOK_ALLOWED_HOSTS: '127.0.0.1' }
const start = ({ dataFolder }: Fixture) => startQuire(dataFolder, [], environment)

async function post<Body>(
  pool: Pool,
  { key, workspaceId }: Fixture,
  path: string,
  input: object,
): Promise<Body> {
  const { statusCode, body } = await pool.request({
    path,
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ workspaceId, ...input }),
  })
  // SAFETY: whoever calls names what the server is known to answer.
  const answer = (await body.json()) as Body
  if (statusCode !== 200) throw new Error(`${path} answered ${JSON.stringify(answer)}`)
  return answer
}

async function createFixture(): Promise<{ fixture: Fixture; pageId: string }> {
  const dataFolder = makeFolder()
  const [workspace, receiver] = await Promise.all([startWorkspace(dataFolder), openReceiver()])
  const fixture = { dataFolder, receiver, ...workspace }
  const quire = await start(fixture)
  const pool = poolTo(quire)
  const { pageId } = await post<{ pageId: string }>(pool, fixture, '/v1/pages/create', {
    title: 'Told',
    markdown: '',
  })
  for (const [path, event] of Object.entries(subscribed)) {
    const webhook = { url: receiver.url + path, events: [event] }
    await post(pool, fixture, '/v1/webhooks/create', webhook)
  }
  await pool.destroy()
  await quire.stop()
  return { fixture, pageId }
}

function poolTo({ port }: Quire): Pool {
  return new Pool(`http://127.0.0.1:${port}`, { connections: writers })
}

/** Milliseconds from the moment an event is made, before its commit, until it has arrived. */
async function measureDelay(fixture: Fixture, pageId: string): Promise<number[]> {
  const quire = await start(fixture)
  const pool = poolTo(quire)
  for (let count = 0; count < plan.single; count += 1) {
    await post(pool, fixture, '/v1/pages/update', { pageId, title: `Title ${count}` })
    await sleep(10)
  }
  await reached(fixture.receiver, '/one', plan.single)
  await pool.destroy()
  await quire.stop()
  const received = await fixture.receiver.received('/one')
  const delays = received.map(({ body, at }) => at - Date.parse(JSON.parse(body).timestamp))
  return delays.toSorted((a, b) => a - b)
}

/** Events per second from the outbox to the receiver, of events that wait there. */
async function measureRate(fixture: Fixture): Promise<number> {
  const { dataFolder, workspaceId, userId, receiver } = fixture
  const app = await openApp(readConfig({ QUIRE_DATA: dataFolder }))
  for (let count = 0; count < plan.waiting; count += 100) {
    await app.store.transactIn({ workspaceId }, async (transaction) => {
      for (let index = 0; index < 100; index += 1) {
        const event = { type: 'member.updated', userId, role: 'OWNER' } as const
        await emit(transaction, workspaceId, { userId, via: 'api' }, event)
      }
    })
  }
  await app.close()
  const quire = await start(fixture)
  await reached(receiver, '/waiting', 1)
  const from = performance.now()
  const before = (await receiver.tally('/waiting')).requests
  await reached(receiver, '/waiting', plan.waiting)
  const seconds = (performance.now() - from) / 1000
  await quire.stop()
  return (plan.waiting - before) / seconds
}

/** Writes by the API until so many were answered, killing the server again and again while it delivers. */
async function writeAndKill(fixture: Fixture, pageId: string): Promise<number> {
  const target = { pageId, newParentId: null, prevPageId: null }
  let answered = 0
  for (let round = 1; round <= plan.kills + 1; round += 1) {
    const quire = await start(fixture)
    const pool = poolTo(quire)
    const until = (round * plan.written) / (plan.kills + 1)
    const { requests } = await fixture.receiver.tally('/killed')
    const isLast = round > plan.kills
    const write = async () => {
      while (answered < until) {
        await post(pool, fixture, '/v1/pages/move', target)
        answered += 1
      }
    }
    const writing = Promise.allSettled(Array.from({ length: writers }, write))
    if (isLast) {
      await writing
      await waitForDeliveries(fixture)
      await quire.stop()
    } else {
      const some = plan.written / (plan.kills + 1) / 4
      await reached(fixture.receiver, '/killed', requests + some)
      await quire.kill()
      await writing
      process.stderr.write(`killed ${round} times, ${answered} events answered …\n`)
    }
    await pool.destroy()
  }
  return answered
}

/** Waits until nothing more comes; after a kill an endpoint rests until its lease is over. */
async function waitForDeliveries({ receiver }: Fixture): Promise<void> {
  for (let before = -1, quiet = 0; quiet < 5; await sleep(3000)) {
    const { requests } = await receiver.tally('/killed')
    quiet = requests === before ? quiet + 1 : 0
    before = requests
  }
}

async function reached(receiver: Receiver, path: string, requests: number): Promise<void> {
  while ((await receiver.tally(path)).requests < requests) await sleep(20)
}

async function compare(
  fixture: Fixture,
): Promise<{ events: number; lost: number; doubled: number }> {
  const app = await openApp(readConfig({ QUIRE_DATA: fixture.dataFolder }))
  const moved = statement<{ id: string }, { workspaceId: string }>(
    'bench.moved',
    `select id from events where workspace_id = $workspaceId and type = 'page.moved'`,
  )
  const rows = await app.store.all(moved, { workspaceId: fixture.workspaceId })
  await app.close()
  const counts = await fixture.receiver.counts('/killed')
  return {
    events: rows.length,
    lost: rows.filter(({ id }) => !counts.has(id)).length,
    doubled: [...counts.values()].reduce((sum, count) => sum + count - 1, 0),
  }
}

async function run(): Promise<boolean> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const { fixture, pageId } = await createFixture()
  process.stderr.write('delay …\n')
  const delays = await measureDelay(fixture, pageId)
  const delay = (share: number) => delays[Math.floor(delays.length * share)] ?? Number.NaN
  process.stderr.write('rate …\n')
  const rate = await measureRate(fixture)
  process.stderr.write('kills …\n')
  const answered = await writeAndKill(fixture, pageId)
  const { events, lost, doubled } = await compare(fixture)
  fixture.receiver.close()
  const rows = [
    ['events/s, outbox to receiver', digits(rate), `at least ${fewestPerSecond}`],
    ['delay p50, ms', digits(delay(0.5)), `under ${maxDelayMs}`],
    ['delay p99, ms', digits(delay(0.99)), ''],
    [`events written, ${plan.kills} kills`, String(events), `at least ${answered}`],
    ['of these lost', String(lost), '0'],
    ['sent more than once', String(doubled), 'may be some'],
  ]
  const columns = [{ heading: '', left: true } as const, { heading: 'is' }, { heading: 'must be' }]
  process.stdout.write(`${formatTable(columns, rows)}\n`)
  return rate >= fewestPerSecond && delay(0.5) < maxDelayMs && lost === 0 && events >= answered
}

process.exitCode = (await run()) ? 0 : 1
