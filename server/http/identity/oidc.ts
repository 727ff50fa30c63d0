import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Caller, Context } from '../../domain/context.ts'
import { startOidc, finishOidc } from '../../domain/people/sign-in/oidc.ts'
import { AppError, type ErrorCode } from '../../lib/errors.ts'
import { anonymousCaller, openBrowserRequest } from './browser-request.ts'
import { keepState, readState } from './session-cookie.ts'

type Start = { Querystring: { returnTo?: string | string[]; confirm?: string } }

/**
 * Sign-in with OpenID Connect. A browser navigates to both routes, so each responds with a redirect. A state in a
 * cookie binds the callback to the browser that started. With `confirm`, a signed-in person authenticates again.
 */
export function routeOidc(
  server: FastifyInstance,
  contextFor: (caller: Caller) => Context,
  publicUrl: string | undefined,
): void {
  const open = { config: { open: true, audience: 'people' } } as const

  server.get<Start>('/app/oidc/start', open, async (request, reply) => {
    const { browser } = openBrowserRequest(request, publicUrl)
    const { identity } = request
    const isConfirming = request.query.confirm !== undefined && isPerson(identity)
    const context = contextFor({ ...(isConfirming ? identity : anonymousCaller), browser })
    try {
      const [returnTo = '/'] = [request.query.returnTo].flat()
      const { url, state } = await startOidc(context, returnTo)
      keepState({ request, reply, publicUrl }, state)
      return await reply.redirect(url, 303)
    } catch (error) {
      return refuse(request, reply, error)
    }
  })

  server.get('/app/oidc/callback', open, async (request, reply) => {
    const { browser, sendCookies } = openBrowserRequest(request, publicUrl)
    const state = readState(request, publicUrl)
    keepState({ request, reply, publicUrl }, undefined)
    try {
      if (state === undefined)
        throw new AppError(
          'SIGN_IN_FAILED',
          'This sign-in was not started in this browser. Start again.',
        )
      const query = new URL(request.url, 'http://own.invalid').search
      const returnTo = await finishOidc(contextFor({ ...anonymousCaller, browser }), {
        query,
        state,
      })
      sendCookies(reply)
      return await reply.redirect(returnTo, 303)
    } catch (error) {
      return refuse(request, reply, error)
    }
  })
}

function isPerson(identity: Caller | AppError | undefined): identity is Caller {
  return identity !== undefined && !(identity instanceof AppError)
}

/** What the sign-in page explains; other failures are for the log. */
const shownCodes: Partial<Record<ErrorCode, string>> = {
  FORBIDDEN: 'NO_ACCOUNT',
  ACCOUNT_DISABLED: 'ACCOUNT_DISABLED',
}

/** Redirects to the sign-in page, which explains the code. The cause goes to the log. */
function refuse(request: FastifyRequest, reply: FastifyReply, error: unknown): FastifyReply {
  const isOurs = error instanceof AppError && ['NOT_FOUND', 'RATE_LIMITED'].includes(error.code)
  if (isOurs) throw error
  const shown = error instanceof AppError ? shownCodes[error.code] : undefined
  if (shown === undefined) request.log.warn({ err: error }, 'sign-in by a provider failed')
  return reply.redirect(`/sign-in?error=${shown ?? 'SIGN_IN_FAILED'}`, 303)
}
