import assert from 'node:assert/strict'
import { text } from 'node:stream/consumers'
import { WebSocket } from 'ws'
import { schemaVersion } from '../../content/schema-version.ts'
import { newId } from '../../server/lib/ids.ts'
import type { ServerMessage, StepJson, StepsMessage } from '../../server/lib/live-messages.ts'
import { until } from './until.ts'

type MessageOf<Type extends ServerMessage['type']> = Extract<ServerMessage, { type: Type }>

/** A tab or program with a WebSocket. */
export type LiveClient = {
  received: ServerMessage[]
  send: (...messages: readonly object[]) => void
  sendText: (frame: string | Buffer) => void
  /** The next message of a type that was not asked for before. */
  next: <Type extends ServerMessage['type']>(type: Type) => Promise<MessageOf<Type>>
  open: (
    page: { workspaceId: string; pageId: string },
    version?: number,
  ) => Promise<MessageOf<'opened'>>
  /** The code with which the connection was closed. */
  closed: Promise<number>
  close: () => Promise<void>
  terminate: () => void
  /** Reads nothing more, as a tab does that hangs. */
  pause: () => void
}

/** Throws if the server refuses: the status and code of its answer. */
export async function connectLive(
  address: string,
  headers: Record<string, string>,
  path = '/v1/live',
): Promise<LiveClient> {
  const socket = new WebSocket(address.replace('http', 'ws') + path, { headers })
  const received: ServerMessage[] = []
  const read = new Set<ServerMessage>()
  socket.on('message', (data) => {
    if (Buffer.isBuffer(data)) received.push(...JSON.parse(data.toString()))
  })
  socket.on('error', () => undefined)
  const closed = new Promise<number>((resolve) => socket.on('close', resolve))
  const opened = Promise.withResolvers<void>()
  socket.on('open', opened.resolve)
  socket.on('unexpected-response', (_request, response) => {
    void text(response).then((body) => {
      socket.terminate()
      opened.reject(
        new assert.AssertionError({ message: `${response.statusCode} ${codeOf(body)}` }),
      )
    })
  })
  await opened.promise
  const next = async <Type extends ServerMessage['type']>(type: Type): Promise<MessageOf<Type>> => {
    const message = await until(() => received.find((one) => one.type === type && !read.has(one)))
    read.add(message)
    // SAFETY: it has the type.
    return message as MessageOf<Type>
  }
  const send = (...messages: readonly object[]) => socket.send(JSON.stringify(messages))
  return {
    received,
    send,
    sendText: (frame) => socket.send(frame),
    next,
    open: async ({ workspaceId, pageId }, version = 1) => {
      send({ type: 'open', workspaceId, pageId, version, schema: schemaVersion })
      return next('opened')
    },
    closed,
    close: async () => {
      socket.close()
      await closed
    },
    terminate: () => socket.terminate(),
    pause: () => socket.pause(),
  }
}

function codeOf(body: string): string {
  return String(Object(JSON.parse(body)).code)
}

/** Text inserted at a position of the document of a version. */
export function typing(
  pageId: string,
  { base, at, text }: { base: number; at: number; text: string },
): StepsMessage {
  return { type: 'steps', pageId, base, id: newId(), steps: [insertion(at, text)] }
}

export function insertion(at: number, text: string): StepJson {
  return { stepType: 'replace', from: at, to: at, slice: { content: [{ type: 'text', text }] } }
}

export function deletion(from: number, to: number): StepJson {
  return { stepType: 'replace', from, to }
}
