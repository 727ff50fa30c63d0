import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'
import { runCommand, runCommandProcess } from '../../../test/support/processes/process.ts'
import { listSettings } from '../../settings.ts'

const main = fileURLToPath(new URL('../main.ts', import.meta.url))

describe('quire serve', () => {
  let dataFolder = ''
  before(async () => {
    dataFolder = await mkdtemp(join(tmpdir(), 'quire-serve-'))
  })
  after(() => rm(dataFolder, { recursive: true, force: true }))

  it('lists every setting in its help', async () => {
    const { code, stdout } = await runCommand(['serve', '--help'], { dataFolder })
    assert.equal(code, 0)
    for (const { name, default: otherwise } of listSettings()) {
      const line = otherwise === undefined ? name : `${name}=${otherwise}`
      assert.ok(stdout.includes(`\n  ${line}\n`), name)
    }
    assert.doesNotMatch(stdout, /`|\]\(/, 'no Markdown')
  })

  it('refuses duties there are not, with the exit code of the server', async () => {
    const { code, stderr } = await runCommandProcess(['serve', '--roles', 'cook'], { dataFolder })
    assert.equal(code, 1)
    assert.match(stderr, /ROLES is "cook"/)
  })

  it('runs a server with the duties it is given, and hands it the signal to stop', async () => {
    const child = spawn(process.execPath, [main, 'serve', '--roles', 'api'], {
      env: { PATH: process.env['PATH'], QUIRE_DATA: dataFolder, PORT: '0', LOG_LEVEL: 'silent' },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    try {
      const [line]: unknown[] = await once(child.stdout, 'data')
      const address = /listens on (\S+)/.exec(String(line))?.[1] ?? ''
      assert.equal((await fetch(`${address}/readyz`)).status, 200)
      assert.equal((await fetch(`${address}/docs`)).status, 404)
    } finally {
      child.kill('SIGTERM')
    }
    assert.deepEqual(await once(child, 'exit'), [0, null])
  })
})
