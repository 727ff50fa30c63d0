import assert from 'node:assert/strict'
import { parseArgs } from 'node:util'
import { type Load, makeFolder, startLoad, startQuire } from '../support/children.ts'
import type { Outcome } from '../support/load.ts'
import { describeMachine } from '../support/machine.ts'
import { median } from '../support/measure.ts'
import { processorTimeOf } from '../support/process-usage.ts'
import { growStore, type Seeded, startStore } from '../support/seed.ts'
import { type Column, digits, formatTable } from '../support/table.ts'
import { makeMcpWork, type McpWork, mcpWorkNames } from './work.ts'

/** What a tool call may cost at most, of the same call by REST. */
const maxRatio = 1.5
const connectionCounts = [1, 50]

const { values } = parseArgs({
  options: {
    quick: { type: 'boolean', default: false },
    pages: { type: 'string', default: '10000' },
  },
})
const effort = values.quick ? { rounds: 3, milliseconds: 400 } : { rounds: 7, milliseconds: 800 }

const columns: Column[] = [
  { heading: 'tool', left: true },
  { heading: 'agents' },
  { heading: 'REST/s' },
  { heading: '2025/s' },
  { heading: '2026/s' },
  { heading: 'REST cpu µs' },
  { heading: '2025 cost' },
  { heading: '2026 cost' },
  { heading: '2026 p99 ms' },
  { heading: 'must be under' },
  { heading: '', left: true },
]

/** What the rounds of one kind of call came to. */
type Kind = { rates: number[]; times: number[]; p99: number }
type Row = { work: McpWork; agents: number; rest: Kind; legacy: Kind; modern: Kind }

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const pages = Number(values.pages)
  const seeded = await growStore(await startStore(makeFolder()), { from: 0, to: pages })
  process.stdout.write(
    `A store of ${pages} pages. Costs are of one REST call, in turns beside it.\n\n`,
  )
  const quire = await startQuire(seeded.dataFolder)
  const load = startLoad()
  const rows: Row[] = []
  for (const name of mcpWorkNames) {
    for (const agents of connectionCounts) {
      process.stderr.write(`${name}, ${agents} …\n`)
      rows.push(await measureTool(load, makeMcpWork(name, seeded), { ...quire, agents, seeded }))
    }
  }
  await quire.stop()
  process.stdout.write(`${formatTable(columns, rows.map(toCells))}\n`)
}

type Target = { pid: number; port: number; agents: number; seeded: Seeded }

async function measureTool(load: Load, work: McpWork, target: Target): Promise<Row> {
  const { pid, port, agents, seeded } = target
  const shared = { port, key: seeded.key, connections: agents, milliseconds: effort.milliseconds }
  const { name, path, headers } = work
  const jobs = {
    rest: { ...shared, name: `${name} rest`, path, bodies: work.rest },
    legacy: { ...shared, name: `${name} 2025`, path: '/mcp', bodies: work.legacy },
    modern: { ...shared, name: `${name} 2026`, path: '/mcp', bodies: work.modern, headers },
  }
  const empty = (): Kind => ({ rates: [], times: [], p99: Number.NaN })
  const row: Row = { work, agents, rest: empty(), legacy: empty(), modern: empty() }
  for (let round = -1; round < effort.rounds; round += 1) {
    for (const kind of ['rest', 'legacy', 'modern'] as const) {
      const before = processorTimeOf(pid) ?? Number.NaN
      const outcome = await load.run(jobs[kind])
      const seconds = (processorTimeOf(pid) ?? Number.NaN) - before
      assert.doesNotMatch(outcome.sample, /"isError":true/, outcome.sample)
      // The first round only warms up.
      if (round >= 0) note(row[kind], outcome, seconds)
    }
  }
  return row
}

function note(kind: Kind, outcome: Outcome, seconds: number): void {
  const { answers, milliseconds, latencies } = outcome
  kind.rates.push((answers / milliseconds) * 1000)
  kind.times.push((seconds / answers) * 1e6)
  kind.p99 = latencies.toSorted()[Math.floor(latencies.length * 0.99)] ?? Number.NaN
}

/** The cost is processor time of the server: other programs on the machine hardly move it. */
function toCells({ work, agents, rest, legacy, modern }: Row): string[] {
  const costs = [legacy, modern].map(({ times }) =>
    median(times.map((time, round) => time / (rest.times[round] ?? Number.NaN))),
  )
  const isCheap = costs.every((cost) => cost < maxRatio)
  return [
    work.name,
    String(agents),
    ...[rest, legacy, modern].map(({ rates }) => digits(median(rates))),
    digits(median(rest.times)),
    ...costs.map(digits),
    digits(modern.p99),
    String(maxRatio),
    isCheap ? 'ok' : 'above',
  ]
}

await run()
// The children would keep the event loop alive; they end with this process.
process.exit()
