import { readFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type RequestListener } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import type { AddressInfo, Server } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Received, Step } from './receiver-child.ts'

/** The program of openReceiver: `received` keeps little of each, so that 100,000 are no burden. */

const scripts = new Map<string, Step[]>()
const received: Received[] = []
const counts = new Map<string, Map<string, number>>()
const maxReceived = 5000

const handle: RequestListener = (request, response) => {
  void read(request).then((path) => {
    const steps = scripts.get(path) ?? []
    const step = steps.length > 1 ? steps.shift() : steps[0]
    if (step === undefined || step.kind === 'answer') {
      response.writeHead(step?.status ?? 200, step?.headers ?? {})
      response.end(step?.body ?? '')
    } else if (step.kind === 'bytes') response.end('x'.repeat(step.count))
    else if (step.kind === 'drip') {
      response.writeHead(200)
      const timer = setInterval(() => response.write('.'), 200)
      response.on('close', () => clearInterval(timer))
    }
  })
}

async function read(request: IncomingMessage): Promise<string> {
  const body = await text(request)
  const path = request.url ?? ''
  const headers = Object.fromEntries(
    Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
  )
  const id = headers['webhook-id'] ?? ''
  const ofPath = counts.get(path) ?? new Map<string, number>()
  counts.set(path, ofPath.set(id, (ofPath.get(id) ?? 0) + 1))
  if (received.length < maxReceived) received.push({ path, headers, body, at: Date.now() })
  return path
}

type Question = {
  id: number
  path?: string
  script?: Step[]
  received?: string
  counts?: string
  tally?: string
}

process.on('message', (question: Question) => {
  const { id, path = '', script } = question
  let value: unknown = null
  if (script !== undefined) scripts.set(path, script)
  else if (question.counts !== undefined) value = [...(counts.get(question.counts) ?? [])]
  else if (question.tally !== undefined) {
    const known = counts.get(question.tally) ?? new Map<string, number>()
    const requests = [...known.values()].reduce((sum, count) => sum + count, 0)
    value = { ids: known.size, requests }
  } else value = received.filter((one) => one.path.startsWith(question.received ?? ''))
  process.send?.({ id, value })
})
process.once('disconnect', () => process.exit())

function listen(server: Server): Promise<number> {
  return new Promise((resolve) => {
    // SAFETY: a server that listens on a port has such an address.
    server.listen(0, '127.0.0.1', () => resolve((server.address() as AddressInfo).port))
  })
}

const fixture = (name: string) =>
  readFileSync(new URL(`../../fixtures/tls/${name}`, import.meta.url))
const port = await listen(createServer(handle))
const tls = createTlsServer({ key: fixture('key.pem'), cert: fixture('certificate.pem') }, handle)
const tlsPort = await listen(tls)
process.send?.({
  id: 0,
  value: { url: `http://127.0.0.1:${port}`, tlsUrl: `https://127.0.0.1:${tlsPort}` },
})
