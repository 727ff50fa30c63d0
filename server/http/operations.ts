import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Config } from '../config.ts'
import type { Caller, Context } from '../domain/context.ts'
import { AppError } from '../lib/errors.ts'
import { bodyLimits } from '../operations/body-limits.ts'
import { call } from '../operations/call.ts'
import { listOperations, type NamedOperation } from '../operations/index.ts'
import { isForPeople } from '../operations/operation.ts'
import { isProposed, proposedAnswer } from '../operations/proposed.ts'
import { requireCaller } from './identity/authentication.ts'
import { anonymousCaller, openBrowserRequest } from './identity/browser-request.ts'
import type { RequestReply } from './identity/session-cookie.ts'
import { readIdempotencyKey, replayedHeader } from './requests/idempotency-key.ts'
import { ignoredFieldsHeader, toHeader } from './requests/ignored-fields.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Id of the operation behind a route, for metrics. */
    operation?: string
    /** A body that is too large is a file that is too large. */
    isUpload?: boolean
  }
}

/** The table of operations as REST routes, as far as this node's roles go. */
export function routeOperations(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
  { roles, publicUrl, bodyLimit }: Pick<Config, 'roles' | 'publicUrl' | 'bodyLimit'>,
): void {
  for (const operation of listOperations().filter((one) => isServed(one, roles))) {
    const isPublic = operation.access === 'public'
    const limits = bodyLimits(operation, bodyLimit)
    server.route({
      method: operation.method,
      url: operation.path,
      schema: {
        response: {
          200: operation.output,
          ...(operation.proposes === true && { 202: proposedAnswer }),
        },
      },
      config: {
        operation: operation.id,
        open: isPublic,
        audience: operation.audience,
        withoutSecondFactor: operation.withoutSecondFactor === true,
        isUpload: operation.errors.includes('FILE_TOO_LARGE'),
        json: limits.json,
        visitors: operation.visitors !== undefined,
        reads: !isForPeople(operation) && operation.writes !== true,
      },
      bodyLimit: limits.bytes,
      handler: isForPeople(operation)
        ? (request, reply) => callFromBrowser(operation, contextFor, { request, reply, publicUrl })
        : async (request, reply) => {
            const context = contextFor(isPublic ? anonymousCaller : requireCaller(request))
            const { prefetched } = request
            const own = prefetched === undefined ? context : { ...context, store: prefetched }
            const answer = await call(operation, own, inputOf(request), {
              idempotencyKey: operation.writes === true ? readIdempotencyKey(request) : undefined,
              onReplay: () => reply.header(replayedHeader, 'true'),
              onIgnored: (fields) => reply.header(ignoredFieldsHeader, toHeader(fields)),
            })
            if (operation.proposes === true && isProposed(answer)) reply.code(202)
            return answer
          },
    })
  }
}

function isServed(operation: NamedOperation, roles: Config['roles']): boolean {
  if (isForPeople(operation)) return roles.has('web')
  return operation.access === 'public' || roles.has('api')
}

/** A cookie goes with the answer only when the operation has come to its end. */
async function callFromBrowser(
  operation: NamedOperation,
  contextFor: (caller: Caller) => Context,
  { request, reply, publicUrl }: RequestReply,
): Promise<unknown> {
  const { browser, sendCookies } = openBrowserRequest(request, publicUrl)
  const { identity } = request
  const isOutsider = identity === undefined || identity instanceof AppError
  const caller =
    operation.access === 'public' && isOutsider ? anonymousCaller : requireCaller(request)
  const answer = await call(operation, contextFor({ ...caller, browser }), inputOf(request))
  sendCookies(reply)
  return answer
}

function inputOf({ method, body }: FastifyRequest): unknown {
  return method === 'POST' ? body : {}
}
