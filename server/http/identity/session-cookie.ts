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

/** The session of a visitor: sent only with requests through that link. */
const visitor: Kind = { name: 'quire-visitor', seconds: 7 * 86_400 }

export function readVisitorToken(request: FastifyRequest, publicUrl: string | undefined) {
  const { cookie } = request.headers
  if (cookie === undefined) return undefined
  const value = request.server.parseCookie(cookie)[visitorNameOf(request, publicUrl)]
  return value === '' ? undefined : value
}

export function keepVisitorToken(
  { request, reply, publicUrl }: RequestReply,
  { linkId, token }: { linkId: string; token: string },
): void {
  reply.setCookie(visitorNameOf(request, publicUrl), token, {
    path: `/s/${linkId}`,
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request, publicUrl),
    maxAge: visitor.seconds,
  })
}

/** `__Host-` needs the path `/`. */
function visitorNameOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return isSecure(request, publicUrl) ? `__Secure-${visitor.name}` : visitor.name
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
