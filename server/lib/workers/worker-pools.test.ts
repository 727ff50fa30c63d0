import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, before, beforeEach, describe, it } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { AppError } from '../errors.ts'
import { asRequestOf } from '../scheduling/current-request.ts'
import { WorkerPools } from './worker-pools.ts'

/** A worker that answers with the length of a text, once the file that its first line names is there. */
const source = `
import { existsSync } from 'node:fs'
const never = new Int32Array(new SharedArrayBuffer(4))
export function run({ input }) {
  const [, file] = /^wait for (.*)\\n/.exec(input) ?? []
  while (file !== undefined && !existsSync(file)) Atomics.wait(never, 0, 0, 1)
  return { value: input.length }
}
`
let folder: string
let file: URL
const measure = (text: string) => ({ name: 'measure', input: text })
const megabyte = 'x'.repeat(1_000_000)

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'quire-worker-'))
  writeFileSync(join(folder, 'worker.mjs'), source)
  file = pathToFileURL(join(folder, 'worker.mjs'))
})
after(() => rmSync(folder, { recursive: true }))

let pools: WorkerPools
let answered: string[]
beforeEach(() => {
  pools = new WorkerPools()
  answered = []
})
afterEach(() => pools.close())

/** A task that ends once it is released by its name. */
const pending = (name: string, length = 0) => `wait for ${join(folder, name)}\n`.padEnd(length, 'x')
const release = (...names: string[]) => {
  for (const name of names) writeFileSync(join(folder, name), '')
}

const ask = (caller: string, name: string, text = name) =>
  asRequestOf(caller, () => pools.run(file, measure(text))).then(() => answered.push(name))

describe('WorkerPools', () => {
  it('lets callers take turns, however many tasks one of them has', async () => {
    const names = Array.from({ length: 12 }, (_, index) => `many ${index}`)
    const many = names.map((name) => ask('many', name, pending(name)))
    const one = ask('one', 'one')
    // Two of them run. Once these have ended, it is the turn of the other caller.
    release('many 0', 'many 1')
    await one
    assert.ok(answered.length <= 3, answered.join(', '))
    release(...names)
    await Promise.all(many)
    assert.deepEqual(
      new Set(answered.filter((name) => name !== 'one')),
      new Set(many.map((_, index) => `many ${index}`)),
    )
  })

  it('refuses requests of a caller for whom too much waits, and accepts others', async () => {
    const refused: AppError[] = []
    const names = Array.from({ length: 40 }, (_, index) => `large ${index}`)
    const many = names.map((name) =>
      ask('many', name, pending(name, megabyte.length)).catch((error: unknown) => {
        assert.ok(error instanceof AppError)
        refused.push(error)
      }),
    )
    while (refused.length === 0) await turn()
    const other = ask('other', 'other', megabyte)
    release('large 0', 'large 1')
    await other
    assert.ok(answered.length <= 3, answered.join(', '))
    release(...names)
    await Promise.all(many)
    // Two run, and 32 million characters wait.
    assert.equal(refused.length, 40 - 2 - 32)
    const [{ code, retryAfter } = {}] = refused
    assert.deepEqual([code, retryAfter], ['RATE_LIMITED', 6])
    assert.equal(answered.length, 40 - refused.length + 1)
  })

  it('accepts the other tasks of a request whose first one has run, however much waits', async () => {
    const ran = Promise.withResolvers<void>()
    const rest = Promise.withResolvers<void>()
    const request = asRequestOf('one', async () => {
      await pools.run(file, measure('first'))
      ran.resolve()
      await rest.promise
      return pools.run(file, measure(megabyte))
    })
    await ran.promise
    const refused: unknown[] = []
    const many = Array.from({ length: 40 }, (_, index) =>
      ask('one', `many ${index}`, megabyte).catch((error: unknown) => refused.push(error)),
    )
    while (refused.length === 0) await turn()
    rest.resolve()
    assert.equal(await request, megabyte.length)
    await Promise.all(many)
  })

  it('refuses what waits when it closes', async () => {
    const outcomes = Array.from({ length: 8 }, () =>
      pools.run(file, measure(megabyte)).catch((error: unknown) => error),
    )
    await turn()
    await pools.close()
    assert.equal((await Promise.all(outcomes)).length, 8)
  })

  it('does all tasks of a request that it has accepted', async () => {
    const request = asRequestOf('one', async () =>
      Promise.all(Array.from({ length: 36 }, () => pools.run(file, measure(megabyte)))),
    )
    assert.equal((await request).length, 36)
  })
})
