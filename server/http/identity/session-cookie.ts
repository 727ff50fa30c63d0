import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionLifetime } from '../../domain/people/sign-in/sessions.ts'

/** Cookies are read where a route asks for them only: most requests come with a key. */
export async function takeCookies(server: FastifyInstance): Promise<void> {
  await server.register(fastifyCookie, { hook: false })
}

/** Whether the browser came by TLS: then a cookie is bound to this very host, and never sent without it. */
function isSecure({ protocol }: FastifyRequest, publicUrl: string | undefined): boolean {
  return protocol === 'https' || publicUrl?.startsWith('https:') === true
}

type Kind = { name: string; seconds: number }
const session: Kind = { name: 'quire', seconds: sessionLifetime / 1000 }
/** Of a sign-in at a provider that is under way. */
const state: Kind = { name: 'quire-oidc', seconds: 600 }

/** That somebody signed in here before: their tries are counted apart from those of strangers. */
const device: Kind = { name: 'quire-device', seconds: 365 * 86_400 }

/** `__Host-` makes browsers refuse a cookie that another host of the domain set. */
function nameOf(request: FastifyRequest, publicUrl: string | undefined, { name }: Kind): string {
  return isSecure(request, publicUrl) ? `__Host-${name}` : name
}

function read(request: FastifyRequest, publicUrl: string | undefined, kind: Kind) {
  const { cookie } = request.headers
  if (cookie === undefined) return undefined
  const value = request.server.parseCookie(cookie)[nameOf(request, publicUrl, kind)]
  return value === '' ? undefined : value
}

/** Gives the browser something to keep, or takes it away. */
function keep(
  { request, reply, publicUrl }: Exchange,
  kind: Kind,
  value: string | undefined,
): void {
  reply.setCookie(nameOf(request, publicUrl, kind), value ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request, publicUrl),
    maxAge: value === undefined ? 0 : kind.seconds,
  })
}

export type Exchange = {
  request: FastifyRequest
  reply: FastifyReply
  publicUrl: string | undefined
}

export function readToken(request: FastifyRequest, publicUrl: string | undefined) {
  return read(request, publicUrl, session)
}

export function keepToken(exchange: Exchange, token: string | undefined): void {
  keep(exchange, session, token)
}

export function readState(request: FastifyRequest, publicUrl: string | undefined) {
  return read(request, publicUrl, state)
}

export function keepState(exchange: Exchange, value: string | undefined): void {
  keep(exchange, state, value)
}

export function readDevice(request: FastifyRequest, publicUrl: string | undefined) {
  return read(request, publicUrl, device)
}

export function keepDevice(exchange: Exchange, value: string): void {
  keep(exchange, device, value)
}
