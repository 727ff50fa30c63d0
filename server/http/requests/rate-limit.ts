import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts more requests that came in this one, such as the messages of a batch behind its first. */
    countMore: ((reply: FastifyReply, more: number) => Promise<void>) | undefined
  }
}

const window = 60_000

/** A load balancer asks these often, and from one address. */
const probes = new Set(['/healthz', '/readyz'])

/**
 * Counts requests per key, or per address where there is no valid key. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers, in its present and its earlier, widely read form.
 */
export async function limitRates(server: FastifyInstance, perMinute: number): Promise<void> {
  server.decorateRequest('countMore', undefined)
  if (perMinute === 0) return
  await server.register(rateLimit, { global: false })
  const count = server.createRateLimit({ max: perMinute, timeWindow: window, keyGenerator: keyOf })
  const countOne = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const state = await count(request)
    if (state.isAllowed) return
    tell(reply, perMinute, state.remaining, state.ttlInSeconds)
    if (!state.isExceeded) return
    reply.header('retry-after', state.ttlInSeconds)
    throw new AppError(
      'RATE_LIMITED',
      `More than ${perMinute} requests in a minute. Wait ${state.ttlInSeconds} s and go on more slowly.`,
    )
  }
  server.addHook('onRequest', async (request, reply) => {
    if (probes.has(request.routeOptions.url ?? '')) return
    await countOne(request, reply)
    request.countMore = async (to, more) => {
      for (let counted = 0; counted < more; counted += 1) await countOne(request, to)
    }
  })
}

function keyOf({ identity, ip }: FastifyRequest): string {
  return identity === undefined || identity instanceof AppError
    ? ip
    : (identity.keyId ?? identity.userId)
}

function tell(reply: FastifyReply, limit: number, remaining: number, reset: number): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=${window / 1000}`)
  reply.header('ratelimit', `"default";r=${remaining};t=${reset}`)
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', reset)
}
