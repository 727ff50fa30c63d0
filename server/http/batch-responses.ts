import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

type Response = { request: FastifyRequest; reply: FastifyReply; send: () => void }

/** More would keep the objects of too many requests alive for the garbage collector. */
const maxBatch = 16

/**
 * Sends the responses of one turn of the event loop together, at its end. Each write to a socket wakes its reader:
 * between short requests, that costs a quarter of their processor time. A response waits only for the requests
 * that arrived with its own.
 */
export function batchResponses(server: FastifyInstance): void {
  let ready: Response[] = []
  const sendAll = (): void => {
    const responses = ready
    ready = []
    for (const response of responses) sendOne(response)
  }
  server.addHook('onSend', (request, reply, _payload, done) => {
    if (ready.length === 0) setImmediate(sendAll)
    ready.push({ request, reply, send: done })
    if (ready.length === maxBatch) sendAll()
  })
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
