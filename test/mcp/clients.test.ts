import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import * as present from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import { addPage } from '../support/pages.ts'
import { startServer, type TestServer } from '../support/server.ts'

const info = { name: 'test', version: '1.0.0' }

type Open = (
  url: URL,
  requestInit: RequestInit,
) => Promise<{
  revision: string | undefined
  client: LegacyClient | present.Client
}>

const openPresent =
  (mode: present.VersionNegotiationMode | undefined): Open =>
  async (url, requestInit) => {
    const client = new present.Client(
      info,
      mode === undefined ? {} : { versionNegotiation: { mode } },
    )
    await client.connect(new present.StreamableHTTPClientTransport(url, { requestInit }))
    return { client, revision: client.getNegotiatedProtocolVersion() }
  }

const openLegacy: Open = async (url, requestInit) => {
  const client = new LegacyClient(info)
  const transport = new LegacyTransport(url, { requestInit })
  await client.connect(transport)
  return { client, revision: transport.protocolVersion }
}

const clients: Record<string, { open: Open; revision: string }> = {
  'of the present generation, as it comes': {
    open: openPresent(undefined),
    revision: '2025-11-25',
  },
  'of the present generation, negotiating': { open: openPresent('auto'), revision: '2026-07-28' },
  'of the present generation, pinned': {
    open: openPresent({ pin: '2026-07-28' }),
    revision: '2026-07-28',
  },
  'of the elder generation': { open: openLegacy, revision: '2025-11-25' },
}

describe('the official client SDK', () => {
  let quire: TestServer
  let url: URL
  before(async () => {
    quire = await startServer()
    await addPage(quire, 'Plan', { markdown: 'The harbour plan.' })
    await addPage(quire, 'Translate', {
      ownership: 'SKILL',
      markdown: 'Translate to {{language}}.',
    })
    url = new URL('/mcp', await quire.server.listen({ host: '127.0.0.1', port: 0 }))
  })
  after(() => quire.close())

  for (const [name, { open, revision: expected }] of Object.entries(clients)) {
    it(`${name}, is refused with a bad key`, async () => {
      const headers = { authorization: `Bearer svc_${'A'.repeat(24)}` }
      await assert.rejects(open(url, { headers }))
    })

    it(`${name}, uses tools, prompts and resources`, async () => {
      const headers = { authorization: `Bearer ${quire.key}` }
      const { client, revision } = await open(url, { headers })
      try {
        assert.equal(revision, expected)
        assert.match(client.getInstructions() ?? '', /^Quire is/)
        const { tools } = await client.listTools()
        assert.ok(tools.some((tool) => tool.name === 'search_pages'))
        const found = await client.callTool({ name: 'search', arguments: { query: 'harbour' } })
        assert.match(JSON.stringify(found), /"title":"Plan"/)
        const refused = await client.callTool({ name: 'move_page', arguments: {} })
        assert.equal(refused.isError, true)
        const { prompts } = await client.listPrompts()
        assert.deepEqual(
          prompts.map((prompt) => prompt.name),
          ['translate'],
        )
        const given = { name: 'translate', arguments: { language: 'Danish' } }
        assert.match(JSON.stringify(await client.getPrompt(given)), /Translate to Danish\./)
        const { resources } = await client.listResources()
        const [first] = resources
        assert.ok(first)
        assert.match(JSON.stringify(await client.readResource({ uri: first.uri })), /language/)
      } finally {
        await client.close()
      }
    })
  }
})
