import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { addPage } from '../../support/pages.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { type Proxy, startBearerProxy } from './bearer-proxy.ts'
import { buildFixtures } from './fixtures.ts'
import { runSuite } from './suite.ts'

const revisions = ['2026-07-28', '2025-11-25']

/** The proxy's address as the suite must see it: its check of host names begins with localhost. */
async function serve(quire: TestServer): Promise<Proxy> {
  const address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
  return startBearerProxy(Number(new URL(address).port), quire.key)
}

for (const [name, build] of [
  ['quire', undefined],
  ['fixtures', buildFixtures],
] as const) {
  describe(`the official conformance suite on ${name}`, () => {
    let quire: TestServer
    let proxy: Proxy
    before(async () => {
      quire = await startServer({ rateLimit: 0 }, build)
      await addPage(quire, 'Release notes', {
        ownership: 'SKILL',
        markdown: 'Write about {{topic}}.',
      })
      await addPage(quire, 'Reviewer', { ownership: 'AGENT', markdown: 'Reviews pages.' })
      proxy = await serve(quire)
    })
    after(async () => {
      await proxy.close()
      await quire.close()
    })

    for (const revision of revisions) {
      it(`passes what revision ${revision} requires`, async () => {
        const url = `http://localhost:${proxy.port}/mcp`
        const { code, output } = await runSuite(url, revision, `${name}-${revision}`)
        const from = Math.max(0, output.indexOf('=== SUMMARY'))
        assert.equal(code, 0, output.slice(from))
        assert.match(output, /tools-list: [34] passed, 0 failed/)
      })
    }
  })
}

describe('the official conformance suite without a key', () => {
  it('fails, so that passing means something', async () => {
    const quire = await startServer({ rateLimit: 0 })
    try {
      const address = await quire.server.listen({ host: '127.0.0.1', port: 0 })
      const { code, output } = await runSuite(`${address}/mcp`, '2026-07-28')
      assert.equal(code, 1)
      assert.match(output, /✗ tools-list/)
    } finally {
      await quire.close()
    }
  })
})
