import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller } from '../domain/context.ts'
import type { Authenticate } from '../domain/keys.ts'
import { AppError } from '../lib/errors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Who asks, or why the key they gave does not say; undefined without a key. */
    identity: Caller | AppError | undefined
  }
  interface FastifyContextConfig {
    /** Answers without a key; only said by routes that do. */
    open?: boolean
  }
}

const bearer = /^Bearer +(\S+) *$/i

/** Works out who asks before anything else is looked at, and leaves the refusal to the route. */
export function identifyCallers(server: FastifyInstance, authenticate: Authenticate): void {
  server.decorateRequest('identity', undefined)
  server.addHook('onRequest', async (request) => {
    const key = bearer.exec(request.headers.authorization ?? '')?.[1]
    if (key === undefined) return
    try {
      request.identity = await authenticate(key)
    } catch (error) {
      if (!(error instanceof AppError)) throw error
      request.identity = error
    }
  })
}

export function refuseStrangers(server: FastifyInstance): void {
  server.addHook('onRequest', async (request) => {
    if (request.routeOptions.config.open !== true) requireCaller(request)
  })
}

export function requireCaller({ identity }: FastifyRequest): Caller {
  if (identity === undefined) throw new AppError('INVALID_API_KEY', 'Invalid API key')
  if (identity instanceof AppError) throw identity
  return identity
}
