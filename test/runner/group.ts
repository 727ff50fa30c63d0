import assert from 'node:assert/strict'
import { AsyncResource } from 'node:async_hooks'
import { after, before, describe } from 'node:test'
import { refusedConnections } from '../support/processes/loopback-only.ts'
import { endFile } from './after-file.ts'
import { findLeftovers, type ProcessState, readState } from './leftovers.ts'
import { send } from './messages.ts'
import { usedSeconds } from './processor-time.ts'

/**
 * Runs files of tests in this process, one after another, each in a suite of its own: what they import is loaded once.
 * Arguments: the files, relative to the root of the repository.
 */
const root = new URL('../../', import.meta.url)
const files = process.argv.slice(2)

if (files.some((file) => file.startsWith('web/'))) await import('../support/web/web.ts')

if (files.some((file) => file.startsWith('test/browser/'))) {
  const { shareBrowser } = await import('../support/web/browser.ts')
  const browser = await shareBrowser()
  after(() => browser.close())
}

/** Ends when the modules of the files so far are loaded, or could not be. */
let loaded = Promise.resolve()

for (const file of files) {
  describe(file, async () => {
    let state: ProcessState
    let started: number
    before(() => {
      state = readState()
      started = usedSeconds()
      send({ kind: 'start', file })
    })
    // One after another: a module that loads while another one does adds its tests to the suite of that file. A suite
    // is found by the asynchronous context, which is lost where a promise is awaited.
    const suite = new AsyncResource('suite')
    const previous = loaded
    const { promise, resolve } = Promise.withResolvers<void>()
    loaded = promise
    await previous
    await suite.runInAsyncScope(() => import(new URL(file, root).href)).finally(resolve)
    suite.runInAsyncScope(after, undefined, async () => {
      await endFile()
      const leftovers = await findLeftovers(state)
      const faults = [...leftovers, ...refusedConnections()]
      const seconds = usedSeconds() - started
      send({ kind: 'end', file, seconds, hasLeftovers: faults.length > 0 })
      assert.deepEqual(faults, [])
    })
  })
}
