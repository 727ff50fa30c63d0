import type { IncomingMessage } from 'node:http'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Caller } from '../../domain/context.ts'
import { AppError } from '../../lib/errors.ts'
import { routeOf } from '../requests/route.ts'
import { requireSameOrigin } from './same-origin.ts'
import { readVisitorToken } from './session-cookie.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Visitors of a share link can use it. */
    visitors?: boolean
  }
}

/** What a visitor asks for below `/s/{linkId}`, as the same path without that prefix. */
const prefixed =
  /^\/s\/([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})(\/(?:(?:v1|app\/links|files)\/.*|app\/live(?:[/?].*)?))$/

const linkIds = new WeakMap<IncomingMessage, string>()

/** Notes the share link of a request, and removes it from the path, so that the same routes serve visitors. */
export function rewriteVisitorUrl(request: IncomingMessage): string {
  const { url = '/' } = request
  const [, linkId, rest] = prefixed.exec(url) ?? []
  if (linkId === undefined || rest === undefined) return url
  linkIds.set(request, linkId)
  return rest
}

/** The share link that a request is made through. */
export function linkOf({ raw }: Pick<FastifyRequest, 'raw'>): string | undefined {
  return linkIds.get(raw)
}

export const visitorHeaders = {
  'x-robots-tag': 'noindex, nofollow',
  'referrer-policy': 'no-referrer',
}

export type ReadVisitor = (linkId: string, token: string) => Promise<Caller | undefined>

/** The visitor of a session for this link. Throws NOT_FOUND for what is not open to visitors, SIGN_IN_REQUIRED. */
export async function identifyVisitor(
  request: FastifyRequest,
  reply: FastifyReply,
  { publicUrl, read }: { publicUrl: string | undefined; read: ReadVisitor },
): Promise<Caller> {
  requireSameOrigin(request, publicUrl, { hasCookie: true })
  reply.headers({ ...visitorHeaders, 'cache-control': 'no-store' })
  if (routeOf(request).config.visitors !== true) {
    throw new AppError('NOT_FOUND', 'Visitors of a share link cannot use this address. Sign in.')
  }
  const token = readVisitorToken(request, publicUrl)
  const caller = token === undefined ? undefined : await read(linkOf(request) ?? '', token)
  if (caller !== undefined) return caller
  throw new AppError('SIGN_IN_REQUIRED', 'Open the link again: it has ended, or this visit has.')
}
