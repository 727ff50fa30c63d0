import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionLifetime } from '../../domain/people/sign-in/sessions.ts'

/** Cookies are parsed only where a route reads them: most requests come with a key. */
export async function registerCookies(server: FastifyInstance): Promise<void> {
  await server.register(fastifyCookie, { hook: false })
}

/** Over TLS, a cookie is bound to this host and never sent without TLS. */
function isSecure({ protocol }: FastifyRequest, publicUrl: string | undefined): boolean {
  return protocol === 'https' || publicUrl?.startsWith('https:') === true
}

type Kind = { name: string; seconds: number }
const session: Kind = { name: 'quire', seconds: sessionLifetime / 1000 }
/** The state of a sign-in at a provider. */
const state: Kind = { name: 'quire-oidc', seconds: 600 }

/** Marks a browser that signed in before. Its failed attempts are counted separately. */
const device: Kind = { name: 'quire-device', seconds: 365 * 86_400 }

/** `__Host-` makes browsers refuse a cookie that another host of the same domain set. */
function nameOf(request: FastifyRequest, publicUrl: string | undefined, { name }: Kind): string {
  return isSecure(request, publicUrl) ? `__Host-${name}` : name
}

function read(request: FastifyRequest, publicUrl: string | undefined, kind: Kind) {
  const { cookie } = request.headers
  if (cookie === undefined) return undefined
  const value = request.server.parseCookie(cookie)[nameOf(request, publicUrl, kind)]
  return value === '' ? undefined : value
}

/** Sets a cookie, or deletes it where there is no value. */
function keep(
  { request, reply, publicUrl }: RequestReply,
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

export type RequestReply = {
  request: FastifyRequest
  reply: FastifyReply
  publicUrl: string | undefined
}

export function readToken(request: FastifyRequest, publicUrl: string | undefined) {
  return read(request, publicUrl, session)
}

export function keepToken(requestReply: RequestReply, token: string | undefined): void {
  keep(requestReply, session, token)
}

export function readState(request: FastifyRequest, publicUrl: string | undefined) {
  return read(request, publicUrl, state)
}

export function keepState(requestReply: RequestReply, value: string | undefined): void {
  keep(requestReply, state, value)
}

export function readDevice(request: FastifyRequest, publicUrl: string | undefined) {
  return read(request, publicUrl, device)
}

export function keepDevice(requestReply: RequestReply, value: string): void {
  keep(requestReply, device, value)
}
