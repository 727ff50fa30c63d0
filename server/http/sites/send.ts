import type { FastifyReply, FastifyRequest } from 'fastify'
import { LRUCache } from 'lru-cache'
import type { Context } from '../../domain/context.ts'
import { type OpenSite, pageAddress } from '../../domain/sharing/sites/open-site.ts'
import { keyOf, type SitePage } from '../../domain/sharing/sites/site-pages.ts'
import type { SiteReader } from '../../domain/sharing/sites/site-reader.ts'
import { maxQueryLength, searchSite } from '../../domain/sharing/sites/site-search.ts'
import { AppError } from '../../lib/errors.ts'
import { prefersMarkdown, redirect, sendAnswer, type SiteAnswer, toAnswer } from './answers.ts'
import { renderFeed, renderLlmsText, renderSitemap } from './indexes.ts'
import { renderNotFound } from './not-found.ts'
import { markdownAddress, renderPage } from './page.ts'
import { renderSearch } from './search-page.ts'

type Cache = LRUCache<string, { revision: string; answer: SiteAnswer }>

/** A request for a published site. */
export type SiteExchange = {
  context: Context
  reader: SiteReader
  cache: Cache
  site: OpenSite
  request: FastifyRequest
  reply: FastifyReply
}

const htmlType = 'text/html; charset=utf-8'
const markdownType = 'text/markdown; charset=utf-8'
const maxCachedBytes = 16 * 1024 * 1024

export function createAnswerCache(): Cache {
  return new LRUCache({
    maxSize: maxCachedBytes,
    sizeCalculation: ({ answer }) => answer.body.length + 500,
  })
}

/** Sends what a path below the address of a site leads to. */
export async function sendPath(exchange: SiteExchange, path: string): Promise<FastifyReply> {
  const { site, request, reply } = exchange
  if (isIndex(path)) return sendIndex(exchange, path)
  if (path === 'search') return sendSearch(exchange)
  const isFile = path.endsWith('.md')
  const isMarkdown = isFile || prefersMarkdown(request.headers.accept)
  const { root, byKey } = site.pages
  if (path === '' || path === 'index.md') return sendPage(exchange, root, isMarkdown)
  const name = isFile ? path.slice(0, -'.md'.length) : path
  const page = byKey.get(keyOf(name) ?? '')
  if (page === undefined) return sendNotFound(exchange)
  if (page.path === name) return sendPage(exchange, page, isMarkdown)
  const address = isFile ? markdownAddress(site, page) : pageAddress(site.basePath, page)
  return redirect(reply, address)
}

async function sendPage(
  exchange: SiteExchange,
  page: SitePage,
  isMarkdown: boolean,
): Promise<FastifyReply> {
  const { site, request, reply } = exchange
  const origin = originOf(exchange)
  const kind = isMarkdown ? 'markdown' : 'html'
  const answer = await cached(exchange, `${kind} ${origin} ${page.key}`, () =>
    isMarkdown ? markdownAnswer(exchange, page) : htmlAnswer(exchange, page),
  )
  if (answer === undefined) return sendNotFound(exchange)
  if (isMarkdown) {
    reply.header('link', `<${origin}${pageAddress(site.basePath, page)}>; rel="canonical"`)
  }
  return sendAnswer(request, reply, answer)
}

async function htmlAnswer(exchange: SiteExchange, page: SitePage): Promise<SiteAnswer | undefined> {
  const { site, reader } = exchange
  const body = await reader.page(site, page)
  if (body === undefined) return undefined
  const text = renderPage(site, { page, body, origin: originOf(exchange) })
  return toAnswer(text, htmlType, { isIndexed: site.row.isIndexed === 1 })
}

async function markdownAnswer(
  { site, reader }: SiteExchange,
  page: SitePage,
): Promise<SiteAnswer | undefined> {
  const text = await reader.markdown(site, page)
  if (text === undefined) return undefined
  return toAnswer(text, markdownType, { isIndexed: site.row.isIndexed === 1 })
}

/** An answer that is made again when anything on the site may have changed. */
async function cached(
  { cache, site: { row, revision } }: SiteExchange,
  address: string,
  make: () => Promise<SiteAnswer | undefined>,
): Promise<SiteAnswer | undefined> {
  const key = `${row.id} ${address}`
  const known = cache.get(key)
  if (known?.revision === revision) return known.answer
  const answer = await make()
  if (answer !== undefined) cache.set(key, { revision, answer })
  return answer
}

const indexes = {
  'sitemap.xml': { type: 'application/xml; charset=utf-8', render: renderSitemap },
  'feed.xml': { type: 'application/atom+xml; charset=utf-8', render: renderFeed },
  'llms.txt': { type: 'text/plain; charset=utf-8', render: renderLlmsText },
} as const

function isIndex(path: string): path is keyof typeof indexes {
  return Object.hasOwn(indexes, path)
}

async function sendIndex(
  exchange: SiteExchange,
  name: keyof typeof indexes,
): Promise<FastifyReply> {
  const { site, request, reply } = exchange
  const origin = originOf(exchange)
  const options = { isIndexed: site.row.isIndexed === 1 }
  const { type, render } = indexes[name]
  const answer = await cached(exchange, `${name} ${origin}`, async () =>
    toAnswer(render(site, origin), type, options),
  )
  return answer === undefined ? sendNotFound(exchange) : sendAnswer(request, reply, answer)
}

async function sendSearch({ context, site, request, reply }: SiteExchange): Promise<FastifyReply> {
  const query = queryOf(request)
  try {
    const search = { query, address: request.ip }
    const hits = query === '' ? [] : await searchSite(context, site, search)
    const answer = toAnswer(renderSearch(site, query, hits), htmlType, { isIndexed: false })
    return sendAnswer(request, reply, answer)
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'RATE_LIMITED') throw error
    reply.header('retry-after', error.retryAfter ?? 60)
    const text = renderSearch(site, query, undefined)
    return sendAnswer(request, reply, toAnswer(text, htmlType, { status: 429 }))
  }
}

export function sendNotFound({
  site,
  request,
  reply,
}: Pick<SiteExchange, 'site' | 'request' | 'reply'>): FastifyReply {
  return sendAnswer(request, reply, toAnswer(renderNotFound(site), htmlType, { status: 404 }))
}

/** Never what the request calls this server: the answer would repeat it. */
function originOf({ context: { publicUrl, integrations } }: SiteExchange): string {
  return publicUrl ?? integrations.baseUrl
}

function queryOf({ query }: FastifyRequest): string {
  const given: unknown = Object(query)['q']
  return typeof given === 'string' ? given.trim().slice(0, maxQueryLength) : ''
}
