import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'

/** What the receiver does with requests to a path, in turn; the last one stays. */
export type Step =
  | { kind: 'answer'; status: number; headers?: Record<string, string>; body?: string }
  /** Takes the request and never answers. */
  | { kind: 'hang' }
  /** Begins an answer and sends a byte at a time. */
  | { kind: 'drip' }
  | { kind: 'bytes'; count: number }

export type Received = {
  path: string
  headers: Record<string, string>
  body: string
  /** Milliseconds since the epoch. */
  at: number
}

export type Receiver = {
  /** `http://127.0.0.1:port`, and the same by TLS with a certificate nobody trusts. */
  url: string
  tlsUrl: string
  script: (path: string, ...steps: Step[]) => Promise<void>
  received: (path?: string) => Promise<Received[]>
  /** How many of each `webhook-id` came to a path. */
  counts: (path: string) => Promise<Map<string, number>>
  /** How many different ones there were, and requests in all. */
  tally: (path: string) => Promise<{ ids: number; requests: number }>
  close: () => void
}

const file = fileURLToPath(new URL('receiver-process.ts', import.meta.url))
/** A process of its own that takes webhooks, writes down what came, and answers by script. */
export async function openReceiver(): Promise<Receiver> {
  const child = fork(file, { stdio: 'inherit' })
  const waiting = new Map<number, (value: unknown) => void>()
  let count = 0
  const ready = Promise.withResolvers<{ url: string; tlsUrl: string }>()
  child.on('message', (message: { id: number; value: never }) => {
    // The first message says where it listens.
    if (message.id === 0) ready.resolve(message.value)
    waiting.get(message.id)?.(message.value)
    waiting.delete(message.id)
  })
  const ask = <Result>(question: object) =>
    new Promise<Result>((resolve) => {
      count += 1
      // SAFETY: both ends of the pipe are written here.
      waiting.set(count, (value) => resolve(value as Result))
      child.send({ id: count, ...question })
    })
  return {
    ...(await ready.promise),
    script: (path, ...steps) => ask({ script: steps, path }),
    received: (path) => ask({ received: path ?? '' }),
    counts: async (path) => new Map(await ask<[string, number][]>({ counts: path })),
    tally: (path) => ask({ tally: path }),
    close: () => {
      child.kill('SIGKILL')
    },
  }
}
