import assert from 'node:assert/strict'
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

for (const file of files) {
  describe(file, async () => {
    let state: ProcessState
    let started: number
    before(() => {
      state = readState()
      started = usedSeconds()
      send({ kind: 'start', file })
    })
    await import(new URL(file, root).href)
    after(async () => {
      await endFile()
      const leftovers = await findLeftovers(state)
      const faults = [...leftovers, ...refusedConnections()]
      const seconds = usedSeconds() - started
      send({ kind: 'end', file, seconds, hasLeftovers: faults.length > 0 })
      assert.deepEqual(faults, [])
    })
  })
}
