import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

/** What a provider may do to a request. */
export type Behaviour =
  | { kind: 'answer' }
  | { kind: 'status'; status: number; body?: string; headers?: Record<string, string> }
  /** Accepts, and never answers. */
  | { kind: 'hang' }
  /** Answers after some milliseconds. */
  | { kind: 'slow'; delay: number }
  /** This text with status 200. */
  | { kind: 'garbage'; body: string }
  /** Ends the connection in the middle of the answer. */
  | { kind: 'cut' }

type Vector = readonly number[]
export type Embed = (text: string) => Vector
/** A model that takes all texts of a request at once. */
export type EmbedAll = (texts: readonly string[]) => readonly Vector[] | Promise<readonly Vector[]>

export type EmbeddingServer = {
  /** `http://127.0.0.1:port/v1` */
  baseUrl: string
  /** Every text that was embedded, in order. */
  texts: string[]
  requests: { model: string; count: number; authorization: string | undefined; body: object }[]
  behave: (behaviour: Behaviour) => void
  /** What it does to one text that holds these words. */
  refuse: (words: string) => void
  close: () => Promise<void>
}

/** A server that speaks as OpenAI's embeddings endpoint does, with a model of one's own behind it. */
export async function startEmbeddingServer(
  embed: Embed | { all: EmbedAll } = bagOfWords(64),
  { port = 0 } = {},
): Promise<EmbeddingServer> {
  let behaviour: Behaviour = { kind: 'answer' }
  let refused: string | undefined
  const texts: string[] = []
  const requests: EmbeddingServer['requests'] = []

  const all: EmbedAll = typeof embed === 'function' ? (list) => list.map(embed) : embed.all

  const answer = async (response: ServerResponse, model: string, input: readonly string[]) => {
    if (input.some((one) => refused !== undefined && one.includes(refused))) {
      send(response, 400, JSON.stringify({ error: { message: 'input is too long' } }))
      return
    }
    texts.push(...input)
    const vectors = await all(input)
    const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
    // The order of the list is free: the index counts.
    data.reverse()
    send(response, 200, JSON.stringify({ object: 'list', model, data }))
  }

  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const body = JSON.parse(await text(request))
    const input: string[] = Array.isArray(body.input) ? body.input : [body.input]
    const { authorization } = request.headers
    requests.push({ model: body.model, count: input.length, authorization, body })
    switch (behaviour.kind) {
      case 'hang':
        return
      case 'status':
        send(response, behaviour.status, behaviour.body ?? '{}', behaviour.headers)
        return
      case 'garbage':
        send(response, 200, behaviour.body)
        return
      case 'cut':
        response.writeHead(200, { 'content-length': '1000' })
        response.write('{"data": [')
        setTimeout(() => response.destroy(), 10)
        return
      case 'slow':
        setTimeout(() => void answer(response, body.model, input), behaviour.delay)
        return
      case 'answer':
        await answer(response, body.model, input)
    }
  }

  const server = createServer((request, response) => {
    if (request.url?.endsWith('/embeddings') !== true) {
      send(response, 404, '{}')
      return
    }
    void handle(request, response)
  })
  await new Promise<void>((resolve) => {
    server.listen(port, '127.0.0.1', resolve)
  })
  // SAFETY: a server that listens on a port has such an address.
  const address = server.address() as AddressInfo
  return {
    baseUrl: `http://127.0.0.1:${address.port}/v1`,
    texts,
    requests,
    behave: (next) => {
      behaviour = next
    },
    refuse: (words) => {
      refused = words
    },
    close: () => {
      server.closeAllConnections()
      return new Promise((resolve) => {
        server.close(() => resolve())
      })
    },
  }
}

function send(
  response: ServerResponse,
  status: number,
  body: string,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers })
  response.end(body)
}

/** Meanings for tests: words of one list mean the same, every other word only itself. */
const synonyms = [
  ['car', 'automobile', 'motorcar', 'vehicle'],
  ['dog', 'hound', 'canine'],
]

/** A model that knows some synonyms and is otherwise words hashed to places. */
export function bagOfWords(dimensions: number): Embed {
  return (text) => {
    const vector = Array.from({ length: dimensions }, () => 0.001)
    for (const word of text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? []) {
      const meaning = synonyms.find((list) => list.includes(word))?.[0] ?? word
      const hash = createHash('md5').update(meaning).digest()
      const at = hash.readUInt32LE() % dimensions
      vector[at] = (vector[at] ?? 0) + (hash.readUInt8(4) % 2 === 0 ? 1 : -1)
    }
    return vector
  }
}

/** A model that is none: numbers that have nothing to do with the text but are the same each time. */
export function randomVectors(dimensions: number): Embed {
  return (text) => {
    const numbers: number[] = []
    for (let round = 0; numbers.length < dimensions; round += 1) {
      for (const byte of createHash('sha512').update(`${round} ${text}`).digest()) {
        numbers.push(byte - 127.5)
      }
    }
    return numbers.slice(0, dimensions)
  }
}
