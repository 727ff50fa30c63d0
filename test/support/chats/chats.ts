import assert from 'node:assert/strict'
import { createHmac } from 'node:crypto'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../../../server/config.ts'
import { clock } from '../../../server/lib/clock.ts'
import { openHosts } from '../outside/webhooks.ts'
import { startServer, type TestServer } from '../server.ts'
import { signIn, type Visitor } from '../web/visitor.ts'

export type Asked = {
  method: string
  path: string
  headers: IncomingMessage['headers']
  body: string
}
export type Received = { status?: number; headers?: Record<string, string>; body: object | string }

/** A chat service that stands in for the real one: what it is asked goes to a function. */
export type StandIn = { url: string; asked: Asked[]; close: () => Promise<void> }

export async function startStandIn(
  answer: (asked: Asked) => Received | Promise<Received>,
): Promise<StandIn> {
  const asked: Asked[] = []
  const server: Server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = []
      for await (const chunk of request) chunks.push(Buffer.from(chunk))
      const body = Buffer.concat(chunks).toString('utf8')
      const { method = '', url = '', headers } = request
      const one = { method, path: url, headers, body }
      asked.push(one)
      const reply = await answer(one)
      const isText = typeof reply.body === 'string'
      response.writeHead(reply.status ?? 200, {
        'content-type': isText ? 'text/plain' : 'application/json',
        ...reply.headers,
      })
      response.end(isText ? reply.body : JSON.stringify(reply.body))
    })()
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // SAFETY: it listens on a port.
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    asked,
    close: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A server that may call this machine, with its first person signed in. */
export async function startChats(
  settings: Partial<Config> = {},
): Promise<{ quire: TestServer; ada: Visitor }> {
  const quire = await startServer({ allowedHosts: openHosts('127.0.0.1'), ...settings })
  return { quire, ada: await signIn(quire) }
}

export type BotItem = {
  id: string
  name: string
  account: string
  enabled: boolean
  takesCommands: boolean
  error: string | null
  seenAt: string | null
  address: string | null
  baseUrl: string | null
}

export async function connect(
  { quire, ada }: { quire: TestServer; ada: Visitor },
  fields: object,
): Promise<BotItem> {
  const { workspaceId } = quire
  const { status, body } = await ada.post<{ bot: BotItem }>('/app/chats/connect', {
    workspaceId,
    ...fields,
  })
  assert.equal(status, 200, JSON.stringify(body))
  return body.bot
}

export async function linkCode(
  quire: TestServer,
  visitor: Visitor,
  connectionId: string,
): Promise<string> {
  const { workspaceId } = quire
  const { body } = await visitor.post<{ code: string }>('/app/chats/link-code', {
    workspaceId,
    connectionId,
  })
  return body.code
}

export const slackSecret = '8f742231b10e8888abcd99yyyzzz85a5'

/** As https://docs.slack.dev/authentication/verifying-requests-from-slack has it. */
export function signSlack(body: string, timestamp = Math.floor(clock.now() / 1000)) {
  const base = `v0:${timestamp}:${body}`
  const mac = createHmac('sha256', slackSecret).update(base).digest('hex')
  return { 'x-slack-signature': `v0=${mac}`, 'x-slack-request-timestamp': String(timestamp) }
}

let triggers = 0

/** The fields of a slash command, as Slack and Mattermost send them. */
export function slashForm(text: string, more: Record<string, string> = {}): string {
  triggers += 1
  return new URLSearchParams({
    team_id: 'T0001',
    team_domain: 'example',
    channel_id: 'C2147483705',
    channel_name: 'test',
    user_id: 'U2147483697',
    user_name: 'Steve',
    command: '/quire',
    text,
    response_url: 'https://hooks.slack.com/commands/1234/5678',
    trigger_id: `13345224609.738474920.${triggers}`,
    ...more,
  }).toString()
}

export type SlashAnswer = { response_type: string; text: string }
