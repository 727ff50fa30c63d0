import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Response = { request: FastifyRequest; reply: FastifyReply; send: () => void }

/**
 * More would keep the objects of too many requests alive for the garbage collector: with 16, each request leaves
 * 2 KB in the old generation, with 4 it leaves 0.2 KB.
 */
const maxBatch = 4

/** Starts work for a request, together with that of other requests. */
export type StartInBatch = (start: () => void) => void

/**
 * Starts the requests of one turn of the event loop together, and sends their responses together. Each write to
 * a socket wakes its reader: between short requests, that costs a quarter of their processor time. A response
 * waits only for the requests that arrived with its own. `run` runs the work of a batch.
 */
export function batchRequests(
  server: FastifyInstance,
  run: (work: () => void) => void,
): StartInBatch {
  let waiting: (() => void)[] = []
  let ready: Response[] = []
  /** How many responses are sent at once, without waiting for the end of the turn. */
  let expected = maxBatch
  const startAll = (): void => {
    const starting = waiting
    waiting = []
    if (starting.length === 0) return
    expected = starting.length
    run(() => {
      for (const start of starting) start()
    })
  }
  const sendAll = (): void => {
    const responses = ready
    ready = []
    expected = maxBatch
    for (const response of responses) sendOne(response)
  }
  server.addHook('onSend', (request, reply, _payload, done) => {
    ready.push({ request, reply, send: done })
    if (ready.length >= expected) sendAll()
    else if (ready.length === 1) setImmediate(sendAll)
  })
  return (start) => {
    if (waiting.length === 0) setImmediate(startAll)
    waiting.push(start)
    if (waiting.length === maxBatch) startAll()
  }
}

/** Fastify cannot catch what fails here. A stopping server may have sent a response meanwhile. */
function sendOne({ request, reply, send }: Response): void {
  if (reply.raw.headersSent) return
  try {
    send()
  } catch (error) {
    request.log.error({ err: error }, 'the response could not be sent')
    reply.raw.destroy()
  }
}
