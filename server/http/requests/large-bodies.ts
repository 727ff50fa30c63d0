import type { FastifyInstance, FastifyRequest } from 'fastify'
import { routeOf } from './route.ts'

/** Some 5 MB are alive for each upload of 1 MiB: body, text, base64 and bytes. */
export const largeBodiesAtOnce = 4

/**
 * Lets only so many bodies be read at a time on routes that take large ones. The others wait unread, and
 * their senders with them, so that memory stays bounded however many come at once.
 */
export function queueLargeBodies(server: FastifyInstance, ordinaryLimit: number): void {
  const reading = new Set<FastifyRequest>()
  const waiting = new Map<FastifyRequest, () => void>()

  server.addHook('preParsing', (request, reply, _body, done) => {
    if (!mayBeLarge(request, ordinaryLimit)) return done()
    // Fastify does not call onResponse when the client disconnects; this event always comes.
    reply.raw.once('close', () => leave(request))
    if (reading.size >= largeBodiesAtOnce) waiting.set(request, done)
    else {
      reading.add(request)
      done()
    }
  })

  function leave(request: FastifyRequest): void {
    waiting.delete(request)
    if (!reading.delete(request)) return
    const [next] = waiting
    if (next === undefined) return
    const [waiter, start] = next
    waiting.delete(waiter)
    reading.add(waiter)
    start()
  }
}

/** A body of a declared ordinary length never waits: small changes overtake slow uploads. */
function mayBeLarge(request: FastifyRequest, ordinary: number): boolean {
  const { method, headers } = request
  if (method !== 'POST' || routeOf(request).bodyLimit <= ordinary) return false
  return !(Number(headers['content-length']) <= ordinary)
}
