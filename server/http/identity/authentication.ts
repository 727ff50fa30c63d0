import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { secondFactorRequired } from '../../domain/administration/sign-in-policies.ts'
import type { Caller } from '../../domain/context.ts'
import type { Authenticate, Prefetch } from '../../domain/people/api-keys.ts'
import type { ReadSession } from '../../domain/people/sign-in/sessions.ts'
import { AppError } from '../../lib/errors.ts'
import type { Audience } from '../../operations/operation.ts'
import type { Store } from '../../store/index.ts'
import type { StartInBatch } from '../batches.ts'
import { routeOf } from '../requests/route.ts'
import { peekIds } from './named-ids.ts'
import { requireSameOrigin } from './same-origin.ts'
import { keepToken, readToken } from './session-cookie.ts'
import { identifyVisitor, linkOf, type ReadVisitor } from './visitors.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** The caller, or why the credentials are refused; undefined without credentials. */
    identity: Caller | AppError | undefined
    /** The store with what was read ahead for this request; undefined where nothing was. */
    prefetched: Store | undefined
  }
  interface FastifyContextConfig {
    /** Needs no credentials. */
    open?: boolean
    /** Who may call. Default: API keys only. */
    audience?: Audience
    /** People can use it before they set up a second factor that the server requires. */
    withoutSecondFactor?: boolean
  }
}

const bearer = /^Bearer +(\S+) *$/i

function audienceOf(request: FastifyRequest): Audience {
  return routeOf(request).config.audience ?? 'keys'
}

export type Identities = {
  authenticate: Authenticate
  readSession: ReadSession
  prefetch: Prefetch | undefined
  readVisitor: ReadVisitor
  startInBatch: StartInBatch
  publicUrl: string | undefined
}

/** Authenticates each request first, and leaves the refusal to the route. */
export function identifyCallers(server: FastifyInstance, identities: Identities): void {
  const { authenticate, readSession, prefetch, readVisitor, startInBatch, publicUrl } = identities

  function identifyKey(request: FastifyRequest, key: string): Promise<Caller> {
    const isPrefetched = prefetch !== undefined && routeOf(request).config.reads === true
    return isPrefetched ? readAhead(prefetch, request, key) : authenticate(key)
  }

  async function readAhead(read: Prefetch, request: FastifyRequest, key: string): Promise<Caller> {
    const ids = await peekIds(request)
    if (ids !== undefined) request.prefetched = await read(key, ids)
    return authenticate(key, request.prefetched)
  }

  async function identifySession(request: FastifyRequest, reply: FastifyReply) {
    const audience = audienceOf(request)
    const token = readToken(request, publicUrl)
    if (audience === 'people') reply.header('cache-control', 'no-store')
    if (audience === 'people' || token !== undefined) {
      requireSameOrigin(request, publicUrl, { hasCookie: token !== undefined })
    }
    if (token === undefined) return undefined
    const session = await readSession(token)
    if (session === undefined) return signInRequired()
    if (session.isRenewed) keepToken({ request, reply, publicUrl }, token)
    const isOpen = routeOf(request).config.withoutSecondFactor === true
    return session.caller.needsSecondFactor === true && !isOpen
      ? secondFactorRequired()
      : session.caller
  }

  server.decorateRequest('identity', undefined)
  server.decorateRequest('prefetched', undefined)
  server.addHook('onRequest', (request, reply, done) => {
    const identified = (caller: Caller | AppError | undefined) => {
      request.identity = caller instanceof AppError ? caller : withClient(caller, request)
      done()
    }
    const failed = (error: unknown) => {
      if (error instanceof AppError) identified(error)
      else done(error instanceof Error ? error : new TypeError(String(error)))
    }
    if (!takesKey(request)) {
      const isVisitor = linkOf(request) !== undefined && routeOf(request).config.open !== true
      const identity = isVisitor
        ? identifyVisitor(request, reply, { publicUrl, read: readVisitor })
        : identifySession(request, reply)
      identity.then(identified, failed)
      return
    }
    const key = bearer.exec(request.headers.authorization ?? '')?.[1]
    const refusal = originRefusal(request, publicUrl)
    if (refusal !== undefined) identified(refusal)
    else if (key === undefined) done()
    else startInBatch(() => void identifyKey(request, key).then(identified, failed))
  })
}

/** Programs send no origin; where it counts, a page of another site is refused whatever key it has. */
function originRefusal(request: FastifyRequest, publicUrl: string | undefined) {
  if (routeOf(request).config.checksOrigin !== true) return undefined
  try {
    requireSameOrigin(request, publicUrl, { hasCookie: false })
    return undefined
  } catch (error) {
    if (error instanceof AppError) return error
    throw error
  }
}

function takesKey(request: FastifyRequest): boolean {
  if (linkOf(request) !== undefined) return false
  const audience = audienceOf(request)
  if (audience !== 'people and keys') return audience === 'keys'
  return request.headers.authorization !== undefined
}

function withClient(
  caller: Caller | undefined,
  { ip, headers }: FastifyRequest,
): Caller | undefined {
  if (caller === undefined) return undefined
  const client = { address: ip, userAgent: headers['user-agent'] ?? '' }
  const runName = headers['quire-run']
  return runName === undefined ? { ...caller, client } : { ...caller, client, runName }
}

export function requireAuthentication(server: FastifyInstance): void {
  server.addHook('onRequest', (request, _reply, done) => {
    const { identity } = request
    // Public routes refuse pages of other sites too.
    if (identity instanceof AppError && identity.code === 'FORBIDDEN') return done(identity)
    if (routeOf(request).config.open !== true) requireCaller(request)
    done()
  })
}

export function requireCaller(request: FastifyRequest): Caller {
  const { identity } = request
  if (identity instanceof AppError) throw identity
  if (identity !== undefined) return identity
  if (audienceOf(request) === 'people') throw signInRequired()
  throw new AppError('INVALID_API_KEY', 'Invalid API key')
}

function signInRequired(): AppError {
  return new AppError('SIGN_IN_REQUIRED', 'Sign in first.')
}
