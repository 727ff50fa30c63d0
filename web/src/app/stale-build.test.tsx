import assert from 'node:assert/strict'
import { afterEach, beforeEach, describe, it, mock } from 'node:test'
import { replace, replaceFetch } from '../../../test/support/processes/replace.ts'
import { act, render, screen } from '../../../test/support/web/screen.tsx'
import { useStaleBuildReload } from './stale-build.ts'

const part = new TypeError('Failed to fetch dynamically imported module: /assets/a.js')
const style = new Error('Unable to preload CSS for /assets/a.css')

function Broken({ error }: { error: unknown }) {
  return <p>{useStaleBuildReload(error)}</p>
}

let isThere = true
let reloads = 0
beforeEach(() => {
  isThere = true
  reloads = 0
  sessionStorage.clear()
  replaceFetch(async () => {
    if (!isThere) throw new TypeError('no route')
    return new Response('{}')
  })
  replace(location, { reload: { value: () => (reloads += 1) } })
  mock.timers.enable({ apis: ['setTimeout'] })
})
afterEach(() => mock.timers.reset())

/** Lets what was asked be answered. */
const settled = () => act(async () => new Promise<void>((resolve) => setImmediate(resolve)))

async function show(error: unknown) {
  render(<Broken error={error} />)
  await settled()
}

describe('useStaleBuildReload', () => {
  it('leaves other faults alone', async () => {
    await show(new TypeError('x is not a function'))
    assert.ok(screen.getByText('none'))
    assert.equal(reloads, 0)
  })

  for (const error of [part, style]) {
    it(`loads the app anew, once: ${error.message}`, async () => {
      await show(error)
      assert.equal(reloads, 1)
      await show(error)
      assert.ok(screen.getByText('none'))
      assert.equal(reloads, 1)
    })
  }

  it('waits for the server where it does not answer', async () => {
    isThere = false
    await show(part)
    assert.ok(screen.getByText('unreachable'))
    mock.timers.tick(3000)
    await settled()
    assert.equal(reloads, 0)
    isThere = true
    mock.timers.tick(3000)
    await settled()
    assert.equal(reloads, 1)
  })
})
