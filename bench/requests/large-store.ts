import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { makeFolder, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { memoryOf, processorTimeOf, watchMemory } from '../support/process-usage.ts'
import { growStore, type Seeded, startStore } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

const usage = `node bench/requests/large-store.ts [--pages 100000]
One workspace of many pages on a disk: start, requests, and the commands of the operator. Prints the processor time of
the whole process, the time to the answer, and memory.
`
const { values } = parseArgs({
  options: {
    pages: { type: 'string', default: '100000' },
    help: { type: 'boolean', default: false },
  },
})
const rounds = 5
const program = new URL('../../server/cli/main.ts', import.meta.url).pathname

type Row = [name: string, elapsedMs: number, processorMs: number, residentMb: number]
const rows: Row[] = []

/** What is known so far goes to the log: all of it takes minutes. */
function note(row: Row): void {
  rows.push(row)
  process.stderr.write(
    `${row.map((cell) => (typeof cell === 'number' ? digits(cell) : cell)).join('  ')}\n`,
  )
}

/** Requests to a started server, the fastest of several rounds. */
async function measureServer(seeded: Seeded): Promise<void> {
  const start = performance.now()
  const quire = await startQuire(seeded.dataFolder)
  const { pid, port } = quire
  const ask = async (path: string, body: object): Promise<unknown> => {
    const answer = await fetch(`http://127.0.0.1:${port}${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${seeded.key}`, 'content-type': 'application/json' },
      body: JSON.stringify({ workspaceId: seeded.workspaceId, ...body }),
    })
    const text = await answer.text()
    if (answer.status !== 200) throw new TypeError(`${path}: ${text}`)
    return JSON.parse(text)
  }
  const processorMs = () => (processorTimeOf(pid) ?? 0) * 1000
  const measure = async (name: string, work: () => Promise<unknown>, count = rounds) => {
    const memory = watchMemory(pid)
    let [elapsed, processor] = [Infinity, Infinity]
    for (let round = 0; round < count; round += 1) {
      const [at, used] = [performance.now(), processorMs()]
      await work()
      elapsed = Math.min(elapsed, performance.now() - at)
      processor = Math.min(processor, processorMs() - used)
    }
    note([name, elapsed, processor, memory.stop().resident])
  }
  const [pageId = ''] = seeded.pageIds
  await ask('/v1/pages/stats', { pageId })
  note([
    'start, to the first answer',
    performance.now() - start,
    processorMs(),
    memoryOf(pid).resident,
  ])
  await measure('first search', () => ask('/v1/search/pages', { query: 'garden planet' }), 1)
  await measure('search', () => ask('/v1/search/pages', { query: 'garden planet' }))
  await measure('search of a prefix', () => ask('/v1/search/pages', { query: 'gard' }))
  await measure('find by title', () => ask('/v1/search/find', { query: 'title:garden' }))
  await measure('tree, top level', () => ask('/v1/pages/list', { depth: 1, limit: 500 }))
  await measure('tree, a section', () => ask('/v1/pages/list', { parentId: pageId, limit: 500 }))
  await measure('read as Markdown', () => ask('/v1/pages/markdown', { pageId }))
  await measure('view of all by title', () =>
    ask('/v1/views/query', { pageId, query: 'sort: title', only: 'rows' }),
  )
  const page = { parentId: null, ownership: 'TEXT', title: 'New', markdown: 'Gravel and sand.' }
  await measure('create', () => ask('/v1/pages/create', page))
  await measure('append', () => ask('/v1/pages/edit', { pageId, mode: 'append', text: 'More.' }))
  await measure('trash a section', () => ask('/v1/pages/delete', { pageId }), 1)
  await measure('restore it', () => ask('/v1/pages/restore', { pageId }), 1)
  note(['server at the end', 0, processorMs(), memoryOf(pid).resident])
  await quire.stop()
}

/** Printed when a command ends: its processor time in microseconds, and its most memory in kilobytes. */
const atExit = `process.on('exit', () => {
  const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage()
  process.stderr.write('usage ' + (userCPUTime + systemCPUTime) + ' ' + maxRSS)
})`

/** A command of the operator on the stopped store. */
async function measureCommand(seeded: Seeded, ...command: string[]): Promise<void> {
  const start = performance.now()
  const { stderr } = await promisify(execFile)(process.execPath, [program, ...command], {
    maxBuffer: 1e8,
    env: {
      ...process.env,
      QUIRE_DATA: seeded.dataFolder,
      DATABASE_URL: '',
      NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(atExit)}`,
    },
  })
  const [, processor, kilobytes] = /usage (\d+) (\d+)/.exec(stderr) ?? []
  const elapsed = performance.now() - start
  note([command[0] ?? '', elapsed, Number(processor) / 1000, Number(kilobytes) / 1000])
}

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n`)
  const pages = Number(values.pages)
  const seeded = await growStore(await startStore(makeFolder()), { from: 0, to: pages })
  await measureServer(seeded)
  const output = makeFolder()
  const folder = join(output, 'exported')
  await measureCommand(seeded, 'check')
  await measureCommand(seeded, 'backup', join(output, 'backup.quire'), '--verify')
  await measureCommand(seeded, 'export', folder, '--workspace', 'bench')
  const headings = ['elapsed ms', 'processor ms', 'resident MB']
  const columns = headings.map((heading) => ({ heading }))
  const table = rows.map(([name, ...figures]) => [name, ...figures.map((one) => digits(one))])
  process.stdout.write(`${formatTable([{ heading: '', left: true }, ...columns], table)}\n`)
}

if (values.help) process.stdout.write(usage)
else await run()
process.exit()
