import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Caller, Context } from '../domain/context.ts'
import { call } from '../operations/call.ts'
import { listOperations } from '../operations/index.ts'
import { requireCaller } from './authentication.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the operation behind a route, for metrics. */
    operation?: string
  }
}

/** Who calls an operation that asks for no key. */
const nobody: Caller = {
  userId: '',
  keyId: undefined,
  via: 'api',
  readOnly: true,
  workspaceIds: [],
}

/** The table of operations as REST routes: all, or those that tell of the server itself. */
export function routeOperations(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
  which: 'all' | 'public',
): void {
  for (const operation of listOperations()) {
    const isPublic = operation.access === 'public'
    if (which === 'public' && !isPublic) continue
    server.route({
      method: operation.method,
      url: operation.path,
      schema: { response: { 200: operation.output } },
      config: { operation: operation.id, open: isPublic },
      ...(operation.bodyLimit === undefined ? {} : { bodyLimit: operation.bodyLimit }),
      handler: (request) => {
        const context = contextFor(isPublic ? nobody : requireCaller(request))
        return call(operation, context, inputOf(request))
      },
    })
  }
}

function inputOf({ method, body }: FastifyRequest): unknown {
  return method === 'POST' ? body : {}
}
