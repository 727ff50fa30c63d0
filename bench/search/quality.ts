import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { makeFolder, startQuire } from '../support/children.ts'
import { describeMachine } from '../support/machine.ts'
import { startWorkspace } from '../support/seed.ts'
import { formatTable } from '../support/table.ts'

/**
 * How good the answers are: collections of texts and questions whose right answers are known, asked through
 * the API of a real server by a program that knows nothing of it. The collections are not part of this
 * repository.
 */
const usage = `npm run bench:search -- [--only TEXT]
  --only  only the collections whose name holds this text

SEARCH_COLLECTIONS names a folder that holds ir-eval.mjs and data/ir/<collection>; without it, a folder
"shared" beside this repository is looked for.
`
const { values } = parseArgs({
  options: {
    only: { type: 'string', default: '' },
    help: { type: 'boolean', default: false },
  },
})

/** nDCG@10 to reach, as the query is, with one typing mistake, and with its last word unfinished. */
const targets: Record<string, Record<Perturbation, number | undefined>> = {
  cranfield: { clean: 0.388, typo: undefined, prefix: undefined },
  'xquad-ru': { clean: 0.953, typo: 0.93, prefix: 0.94 },
  'xquad-zh': { clean: 0.965, typo: undefined, prefix: undefined },
  'fastapi-mix': { clean: 0.484, typo: 0.44, prefix: 0.44 },
}

const perturbations = ['clean', 'typo', 'prefix'] as const
type Perturbation = (typeof perturbations)[number]

const folder =
  process.env['SEARCH_COLLECTIONS'] ?? fileURLToPath(new URL('../../shared', import.meta.url))
const program = join(folder, 'ir-eval.mjs')
const data = process.env['IR_DATA'] ?? join(folder, 'data', 'ir')

if (values.help) process.stdout.write(usage)
else if (existsSync(program) && existsSync(data)) await run()
else {
  process.stdout.write(
    'The quality of search was not measured: there are no collections. Name a folder that holds ir-eval.mjs and data/ir with SEARCH_COLLECTIONS.\n',
  )
}
process.exit()

async function run(): Promise<void> {
  process.stdout.write(`${describeMachine()}\n\n`)
  const rows: string[][] = []
  let isReached = true
  const collections = readdirSync(data, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && entry.name.includes(values.only))
    .map(({ name }) => name)
  for (const collection of collections) {
    for (const { perturbation, figures } of await measure(collection)) {
      const target = targets[collection]?.[perturbation]
      const isMet = target === undefined || Number(figures['nDCG@10']) >= target
      isReached &&= isMet
      rows.push([
        collection,
        perturbation,
        figures['nDCG@10'] ?? '-',
        target === undefined ? '' : String(target),
        isMet ? '' : 'MISSED',
        figures['R@10'] ?? '-',
        figures['MRR@10'] ?? '-',
        figures['queries'] ?? '-',
        figures['p50'] ?? '-',
        figures['p95'] ?? '-',
      ])
    }
  }
  const columns = [
    { heading: 'collection', left: true as const },
    { heading: 'query', left: true as const },
    { heading: 'nDCG@10' },
    { heading: 'must' },
    { heading: '' },
    { heading: 'R@10' },
    { heading: 'MRR@10' },
    { heading: 'queries' },
    { heading: 'p50' },
    { heading: 'p95' },
  ]
  process.stdout.write(`${formatTable(columns, rows)}\n`)
  if (!isReached) process.exitCode = 1
}

/** A server and a workspace of its own, filled once and asked three times. */
async function measure(
  collection: string,
): Promise<{ perturbation: Perturbation; figures: Record<string, string> }[]> {
  const dataFolder = makeFolder()
  const { workspaceId, key } = await startWorkspace(dataFolder)
  const quire = await startQuire(dataFolder)
  const results: { perturbation: Perturbation; figures: Record<string, string> }[] = []
  for (const perturbation of perturbations) {
    process.stderr.write(`${collection}, ${perturbation} …\n`)
    const line = await evaluate(collection, {
      BASE_URL: `http://127.0.0.1:${quire.port}`,
      API_KEY: key,
      WORKSPACE_ID: workspaceId,
      IR_DATA: data,
      IR_MAP: join(dataFolder, 'evaluated-pages.json'),
      IR_PERTURB: perturbation === 'clean' ? '' : perturbation,
    })
    const figures = Object.fromEntries(
      [...line.matchAll(/(\S+)=(\S+)/g)].map(([, name, value]) => [name ?? '', value ?? '']),
    )
    results.push({ perturbation, figures })
  }
  await quire.stop()
  return results
}

/** Gives the last line of what the program prints. */
async function evaluate(collection: string, environment: Record<string, string>): Promise<string> {
  const child = spawn(process.execPath, [program, collection], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  let output = ''
  child.stdout.on('data', (chunk: Buffer) => {
    output += chunk.toString()
  })
  await once(child, 'close')
  return output.trim().split('\n').at(-1) ?? ''
}
