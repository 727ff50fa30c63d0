import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { fromMarkdown, toMarkdown } from '../../server/domain/document/tasks.ts'
import { makeFolder, startLoad, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { largePage, type Seeded, startStore } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'
import { makeMarkdown, makeTitle } from '../support/texts.ts'

/**
 * How long other requests are held up while pages of 50 KB come and go. The baseline is the same work done
 * in place, which is what a server without workers would do.
 */
const duration = 6000
const warmUp = 3000
const connections = 4
const probeEvery = 5
const different = 50

type Delays = { name: string; p50: number; p99: number; max: number }

const bodies = Array.from({ length: different }, (_, seed) => makeMarkdown(seed, largePage))

process.stdout.write(`${describeMachine()}\n`)
const sameThread = await workOnSameThread()
const seeded = await startStore(makeFolder())
const quire = await startQuire(seeded.dataFolder)
const idle = await probe('no load', quire.port, 2000)
const creating = await probeUnderLoad('creating 50 KB pages')
process.stdout.write(
  `${formatTable(
    [
      { heading: 'delay in ms', left: true },
      { heading: 'p50' },
      { heading: 'p99' },
      { heading: 'most' },
    ],
    [sameThread, idle, creating].map(({ name, p50, p99, max }) => [
      name,
      digits(p50),
      digits(p99),
      digits(max),
    ]),
  )}\n`,
)
await quire.stop()
// The load generator would keep the event loop alive.
process.exit()

/** The event loop of this process while it reads and writes one large page after the other. */
async function workOnSameThread(): Promise<Delays> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const end = performance.now() + duration / 2
  for (let turn = 0; performance.now() < end; turn += 1) {
    if (turn === 10) delay.enable()
    const prepared = fromMarkdown(bodies[turn % different] ?? '')
    if (prepared.ok) toMarkdown({ id: 'bench', document: prepared.content.document })
    await sleep(1)
  }
  delay.disable()
  const ms = (nanoseconds: number) => nanoseconds / 1e6
  return {
    name: 'the same work in place (event loop)',
    p50: ms(delay.percentile(50)),
    p99: ms(delay.percentile(99)),
    max: ms(delay.max),
  }
}

async function probeUnderLoad(name: string): Promise<Delays> {
  const load = startLoad()
  const job = makeJob(seeded)
  await load.run({ ...job, milliseconds: warmUp })
  const [outcome, delays] = await Promise.all([
    load.run({ ...job, milliseconds: duration }),
    sleep(300).then(() => probe(name, quire.port, duration - 600)),
  ])
  return {
    ...delays,
    name: `${name}, ${digits((outcome.answers / outcome.milliseconds) * 1000)}/s`,
  }
}

function makeJob({ workspaceId, key }: Seeded) {
  const pages = bodies.map((markdown, seed) =>
    JSON.stringify({ workspaceId, title: makeTitle(seed), markdown }),
  )
  return {
    name: 'create 50 KB',
    path: '/v1/pages/create',
    bodies: pages,
    connections,
    key,
    port: quire.port,
  }
}

/** How long a request that needs nothing waits for its turn. */
async function probe(name: string, port: number, milliseconds: number): Promise<Delays> {
  const delays: number[] = []
  const end = performance.now() + milliseconds
  while (performance.now() < end) {
    const start = performance.now()
    const answer = await fetch(`http://127.0.0.1:${port}/healthz`)
    await answer.text()
    delays.push(performance.now() - start)
    await sleep(probeEvery)
  }
  delays.sort((a, b) => a - b)
  const at = (part: number) =>
    delays[Math.min(delays.length - 1, Math.floor(delays.length * part))] ?? Number.NaN
  return { name, p50: at(0.5), p99: at(0.99), max: at(1) }
}
