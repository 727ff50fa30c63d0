import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { describe, it } from 'node:test'
import { fileURLToPath } from 'node:url'

const guard = fileURLToPath(new URL('./loopback-only.ts', import.meta.url))

type Ended = { code: unknown; stderr: string }

function run(script: string): Promise<Ended> {
  const words = ['--import', guard, '--input-type=module', '--eval', script]
  return new Promise((resolve) => {
    execFile(process.execPath, words, (error, _stdout, stderr) =>
      resolve({ code: error?.code ?? 0, stderr }),
    )
  })
}

describe('the guard of outside connections', () => {
  // 192.0.2.0/24 and 2001:db8::/32 are kept for documentation: no host has such an address.
  for (const target of [
    'http://192.0.2.1/',
    'http://[2001:db8::1]/',
    'http://[::ffff:192.0.2.1]/',
  ]) {
    it(`fails a program that swallows the error: ${target}`, async () => {
      const { code, stderr } = await run(`await fetch('${target}').catch(() => undefined)`)
      assert.equal(code, 70)
      assert.match(stderr, /Refused a connection to \S+ port 80/)
    })
  }

  it('fails a connection that TLS opens', async () => {
    const { code } = await run(
      `const { connect } = await import('node:tls'); connect(443, '192.0.2.1').on('error', () => undefined)`,
    )
    assert.equal(code, 70)
  })

  for (const target of ['http://127.0.0.1:9999/', 'http://[::1]:9999/', 'http://localhost:9999/']) {
    it(`lets loopback through: ${target}`, async () => {
      const { code, stderr } = await run(`await fetch('${target}').catch(() => undefined)`)
      assert.equal(code, 0, stderr)
    })
  }
})
