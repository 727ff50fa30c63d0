import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const thisCheckout = fileURLToPath(new URL('../..', import.meta.url))

/** Copies a store into an empty database, with the command of a checkout. Gives the seconds it took. */
export async function moveStore(
  dataFolder: string,
  url: string,
  checkout = thisCheckout,
): Promise<number> {
  const start = performance.now()
  const command = join(checkout, 'server/cli/main.ts')
  const child = spawn(process.execPath, [command, 'migrate-store', '--to', url, '--json'], {
    env: { ...process.env, DATABASE_URL: '', QUIRE_DATA: dataFolder },
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const [code]: unknown[] = await once(child, 'exit')
  assert.equal(code, 0, `migrate-store of ${checkout} failed.`)
  return (performance.now() - start) / 1000
}
