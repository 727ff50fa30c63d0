import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { cp, glob, mkdtemp, rename, rm, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { exists, ownCache, sharedCache } from './caches.ts'
import { setUpTools } from './setup.ts'

const compiler = fileURLToPath(new URL('../../node_modules/typescript/bin/tsc', import.meta.url))
const own = ownCache('types')
const shared = sharedCache('types')

/** Checks the types of all projects. A new checkout starts from what an earlier one left. */
async function checkTypes(): Promise<number> {
  const isNew = !(await exists(own))
  if (isNew) await restore().catch(() => rm(own, { recursive: true, force: true }))
  const words = [compiler, '-b', ...process.argv.slice(2)]
  const [code] = await once(spawn(process.execPath, words, { stdio: 'inherit' }), 'exit')
  // Without a home that can be written to, the next checkout starts from nothing.
  if (isNew && code === 0) await store().catch(() => undefined)
  return Number(code ?? 1)
}

async function restore(): Promise<void> {
  if (!(await exists(shared))) return
  await cp(shared, own, { recursive: true })
  // tsc compares the contents of sources that are newer than this, which all are.
  for await (const path of glob(join(own, '**/*.tsbuildinfo'))) await utimes(path, 0, 0)
}

async function store(): Promise<void> {
  const fresh = await mkdtemp(`${dirname(shared)}/types-`)
  try {
    await cp(own, fresh, { recursive: true })
    await rm(shared, { recursive: true, force: true })
    await rename(fresh, shared)
  } finally {
    await rm(fresh, { recursive: true, force: true })
  }
}

await setUpTools()
process.exitCode = await checkTypes()
