import type { TestServer } from './server.ts'

export type Received = {
  id: number
  /** The ID as it was sent. */
  cursor: string
  event: string
  data: Record<string, unknown>
}

/** One who listens to the changes of a workspace. */
export type Listening = {
  status: number
  headers: Headers
  /** All it received so far. */
  received: Received[]
  /** Signs of life. */
  beats: () => number
  /** Waits until it received so many events, the start among them. */
  until: (count: number) => Promise<Received[]>
  /** Resolves when the server ends the answer. */
  ended: Promise<void>
  stop: () => void
}

/** Who listens: by a key, or as a browser does. */
export type Ears = Pick<TestServer, 'workspaceId' | 'key'> & { cookie?: string }

export async function listen(
  address: string,
  { workspaceId, key, cookie }: Ears,
  lastEventId?: number | string,
): Promise<Listening> {
  const abort = new AbortController()
  const response = await fetch(`${address}/v1/changes?workspaceId=${workspaceId}`, {
    signal: abort.signal,
    headers: {
      ...(cookie === undefined ? { authorization: `Bearer ${key}` } : { cookie }),
      ...(lastEventId === undefined ? {} : { 'last-event-id': String(lastEventId) }),
    },
  })
  const received: Received[] = []
  let beats = 0
  let waiting: { count: number; done: (received: Received[]) => void }[] = []
  const take = (block: string) => {
    if (block === ':') beats += 1
    const found = parse(block)
    if (found === undefined) return
    received.push(found)
    for (const { count, done } of waiting) if (received.length >= count) done(received)
    waiting = waiting.filter(({ count }) => received.length < count)
  }
  const ended = readBlocks(response, take).catch(() => undefined)
  return {
    status: response.status,
    headers: response.headers,
    received,
    beats: () => beats,
    until: (count) =>
      new Promise((done) => {
        if (received.length >= count) done(received)
        else waiting.push({ count, done })
      }),
    ended,
    stop: () => abort.abort(),
  }
}

async function readBlocks(response: Response, take: (block: string) => void): Promise<void> {
  let text = ''
  const decoder = new TextDecoder()
  for await (const chunk of response.body ?? []) {
    text += decoder.decode(chunk, { stream: true })
    const blocks = text.split('\n\n')
    text = blocks.pop() ?? ''
    for (const block of blocks) take(block)
  }
}

function parse(block: string): Received | undefined {
  const fields = new Map(
    block.split('\n').map((line) => [line.split(':', 1)[0] ?? '', line.replace(/^[^:]*: ?/, '')]),
  )
  const data = fields.get('data')
  if (data === undefined) return undefined
  return {
    id: Number(fields.get('id')),
    cursor: fields.get('id') ?? '',
    event: fields.get('event') ?? 'message',
    data: JSON.parse(data),
  }
}
