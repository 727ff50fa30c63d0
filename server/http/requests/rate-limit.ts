import rateLimit from '@fastify/rate-limit'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { routeOf } from './route.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Counts further requests within this one, such as the other messages of a batch. */
    countMore: ((reply: FastifyReply, more: number) => Promise<void>) | undefined
  }
}

const windowMs = 60_000

/** Load balancers request these often, from one address. */
const probes = new Set(['/healthz', '/readyz'])

/**
 * Counts requests per key, or per address where there is no valid key. The headers are those of
 * draft-ietf-httpapi-ratelimit-headers, in its present and its earlier, widely read form.
 */
export async function registerRateLimit(server: FastifyInstance, perMinute: number): Promise<void> {
  if (perMinute === 0) {
    server.decorateRequest('countMore', undefined)
    return
  }
  await server.register(rateLimit, { global: false })
  const count = server.createRateLimit({
    max: perMinute,
    timeWindow: windowMs,
    keyGenerator: keyOf,
  })
  const countOne = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    const state = await count(request)
    if (state.isAllowed) return
    setRateLimitHeaders(reply, perMinute, state.remaining, state.ttlInSeconds)
    if (!state.isExceeded) return
    reply.header('retry-after', state.ttlInSeconds)
    throw new AppError(
      'RATE_LIMITED',
      `More than ${perMinute} requests in a minute. Wait ${state.ttlInSeconds} s, then send fewer.`,
    )
  }
  server.decorateRequest('countMore', async function countMore(this: FastifyRequest, reply, more) {
    for (let counted = 0; counted < more; counted += 1) await countOne(this, reply)
  })
  server.addHook('onRequest', async (request, reply) => {
    if (!probes.has(routeOf(request).url ?? '')) await countOne(request, reply)
  })
}

function keyOf({ identity, ip }: FastifyRequest): string {
  return identity === undefined || identity instanceof AppError || identity.visitor !== undefined
    ? ip
    : (identity.keyId ?? identity.userId)
}

function setRateLimitHeaders(
  reply: FastifyReply,
  limit: number,
  remaining: number,
  reset: number,
): void {
  reply.header('ratelimit-policy', `"default";q=${limit};w=${windowMs / 1000}`)
  reply.header('ratelimit', `"default";r=${remaining};t=${reset}`)
  reply.header('ratelimit-limit', limit)
  reply.header('ratelimit-remaining', remaining)
  reply.header('ratelimit-reset', reset)
}
