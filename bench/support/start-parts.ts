import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeFolder, startQuire } from './children.ts'
import type { Profile } from './profile-groups.ts'

export type StartPart = { name: string; milliseconds: number }

/** Called once the server listens. */
const lastFunction = 'limitHeapGrowth'
/** The innermost function of a sample that is in this table says which part it belongs to. */
const partOfFunction: ReadonlyMap<string, string> = new Map(
  Object.entries({
    '(garbage collector)': 'garbage collection',
    connectStore: 'opening the store',
    createServer: 'registering routes',
    routeMcp: 'registering routes',
    routeBots: 'registering routes',
    routeLive: 'registering routes',
    findBundle: 'comparing the bundle with its sources',
    importModuleDynamicallyCallback: 'loading modules',
    requireBuiltin: 'loading modules',
    evaluate: 'loading modules',
  }),
)

/** Where the main thread of a start spends its time until it listens, by a profile of one start. */
export async function profileStart(dataFolder: string): Promise<StartPart[]> {
  const folder = makeFolder()
  const options = ['--cpu-prof', `--cpu-prof-dir=${folder}`, '--cpu-prof-interval=200']
  const quire = await startQuire(dataFolder, options)
  await quire.stop()
  const file = readdirSync(folder).find((name) => name.endsWith('.cpuprofile'))
  assert(file !== undefined, 'The server left no profile.')
  // SAFETY: V8 wrote it.
  return partsOf(JSON.parse(readFileSync(join(folder, file), 'utf8')) as Profile)
}

function partsOf({ nodes, samples, timeDeltas }: Profile): StartPart[] {
  const parents = new Map(
    nodes.flatMap(({ id, children = [] }) => children.map((child) => [child, id])),
  )
  const names = new Map(nodes.map(({ id, callFrame }) => [id, callFrame.functionName]))
  const totals = new Map<string, number>()
  for (const [index, id] of samples.entries()) {
    const stack = stackOf(id, parents).map((part) => names.get(part) ?? '')
    if (stack.includes(lastFunction)) break
    if (stack[0] === '(idle)') continue
    const known = stack.find((name) => partOfFunction.has(name)) ?? ''
    const part = partOfFunction.get(known) ?? 'the rest'
    totals.set(part, (totals.get(part) ?? 0) + (timeDeltas[index] ?? 0) / 1000)
  }
  return [...totals]
    .map(([name, milliseconds]) => ({ name, milliseconds }))
    .toSorted((a, b) => b.milliseconds - a.milliseconds)
}

function stackOf(id: number, parents: ReadonlyMap<number, number>): number[] {
  const stack: number[] = []
  for (let at: number | undefined = id; at !== undefined; at = parents.get(at)) stack.push(at)
  return stack
}
