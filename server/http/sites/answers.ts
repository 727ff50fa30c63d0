import { createHash } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { isListed } from '../files.ts'
import { qualityOf } from '../requests/quality.ts'
import { noSite } from './not-found.ts'

export type ContentType =
  | 'text/html; charset=utf-8'
  | 'text/markdown; charset=utf-8'
  | 'text/plain; charset=utf-8'
  | 'application/xml; charset=utf-8'
  | 'application/atom+xml; charset=utf-8'

/** A complete answer, which can be sent again. */
export type SiteAnswer = {
  status: 200 | 404 | 429
  type: ContentType
  body: Buffer
  etag: string
  isIndexed: boolean
}

export function toAnswer(
  text: string,
  type: ContentType,
  { status = 200, isIndexed = true }: Partial<Pick<SiteAnswer, 'status' | 'isIndexed'>> = {},
): SiteAnswer {
  const body = Buffer.from(text)
  const etag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}"`
  return { status, type, body, etag, isIndexed }
}

/** Caches may store an answer, but have to ask each time, so that unpublishing takes effect immediately. */
export function sendAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { status, type, body, etag, isIndexed }: SiteAnswer,
): FastifyReply {
  if (!isIndexed || status !== 200) reply.header('x-robots-tag', 'noindex')
  reply.header('vary', 'accept')
  if (status !== 200)
    return reply.code(status).header('cache-control', 'no-store').type(type).send(body)
  reply.header('etag', etag).header('cache-control', 'public, no-cache')
  if (isListed(etag, request.headers['if-none-match'])) return reply.code(304).send()
  return reply.type(type).send(body)
}

export function sendNoSite(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex', vary: 'accept' })
    .type('text/html; charset=utf-8')
    .send(noSite)
}

export function redirect(reply: FastifyReply, address: string): FastifyReply {
  return reply.header('cache-control', 'no-cache').redirect(address, 308)
}

/** Whether a client prefers Markdown to HTML. */
export function prefersMarkdown(accept: string | undefined): boolean {
  if (accept === undefined || !accept.includes('text/markdown')) return false
  return (
    qualityOf(accept, 'text/markdown') > qualityOf(accept, 'text/html') ||
    (qualityOf(accept, 'text/markdown') > 0 && !accept.includes('text/html'))
  )
}
