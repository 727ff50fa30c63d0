import fastifyCookie from '@fastify/cookie'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { sessionLifetime } from '../domain/sessions.ts'

/** Cookies are read where a route asks for them only: most requests come with a key. */
export async function takeCookies(server: FastifyInstance): Promise<void> {
  await server.register(fastifyCookie, { hook: false })
}

/** Whether the browser came by TLS: then the cookie is bound to this very host, and never sent without it. */
function isSecure({ protocol }: FastifyRequest, publicUrl: string | undefined): boolean {
  return protocol === 'https' || publicUrl?.startsWith('https:') === true
}

/** `__Host-` makes browsers refuse a cookie that another host of the domain set. */
function nameOf(request: FastifyRequest, publicUrl: string | undefined): string {
  return isSecure(request, publicUrl) ? '__Host-quire' : 'quire'
}

export function readToken(
  request: FastifyRequest,
  publicUrl: string | undefined,
): string | undefined {
  const { cookie } = request.headers
  if (cookie === undefined) return undefined
  const token = request.server.parseCookie(cookie)[nameOf(request, publicUrl)]
  return token === '' ? undefined : token
}

/** Gives the browser a token to keep, or takes it away. */
export function keepToken(
  request: FastifyRequest,
  reply: FastifyReply,
  publicUrl: string | undefined,
  token: string | undefined,
): void {
  reply.setCookie(nameOf(request, publicUrl), token ?? '', {
    path: '/',
    httpOnly: true,
    sameSite: 'lax',
    secure: isSecure(request, publicUrl),
    maxAge: token === undefined ? 0 : sessionLifetime / 1000,
  })
}
