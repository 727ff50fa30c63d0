import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { AppError } from '../../lib/errors.ts'
import { setBaseHeaders } from '../answers.ts'
import { sendError } from '../errors.ts'

/** An unknown path is 404, a known one asked with another method 405, before any body is read. */
export function rejectUnknownRoutes(server: FastifyInstance): void {
  const methods = new Map<string, Set<string>>()
  server.addHook('onRoute', ({ url, method }) => {
    const known = methods.get(url) ?? new Set()
    for (const name of [method].flat()) known.add(name)
    methods.set(url, known)
  })

  server.addHook('onRequest', (request, reply, done) => {
    if (!request.is404) return done()
    const path = request.url.split('?', 1)[0] ?? ''
    const allowed = findMethods(methods, path)
    if (allowed === undefined) {
      if (isPageNavigation(request, path)) return sendNothingHere(reply)
      return done(notFound())
    }
    reply.header('allow', allowed.join(', '))
    done(new AppError('METHOD_NOT_ALLOWED', `Ask this address with ${allowed.join(' or ')}.`))
  })
  // Reached only for a file that is not there: for an address the hook above has thrown.
  server.setNotFoundHandler(() => {
    throw notFound()
  })
}

/** Somebody who followed an old link or mistyped an address, not a program. */
function isPageNavigation({ method, headers }: FastifyRequest, path: string): boolean {
  const isPage = !/^\/(?:v1|app|files|assets|mcp)(?:\/|$)/.test(path)
  return method === 'GET' && isPage && (headers.accept ?? '').includes('text/html')
}

function sendNothingHere(reply: FastifyReply): FastifyReply {
  return reply
    .code(404)
    .headers({
      'cache-control': 'no-store',
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'",
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
    })
    .type('text/html; charset=utf-8')
    .send(nothingHere)
}

const nothingHere = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<meta name="color-scheme" content="light dark">
<title>Nothing here · Quire</title>
<body style="font: 17px/1.6 system-ui, sans-serif; max-width: 32rem; margin: 20vh auto; padding: 0 16px">
<h1 style="font-size: 24px">There is nothing at this address</h1>
<p><a href="/" style="color: inherit">Back to the start</a></p>
</html>
`

/** Fastify finds a broken escape or an endless id in an address before it has a route, and runs no hook. */
export function rejectUnreadableUrls(
  _error: unknown,
  request: FastifyRequest,
  reply: FastifyReply,
): void {
  setBaseHeaders(request, reply)
  sendError(notFound(), request, reply)
}

function notFound(): AppError {
  return new AppError('NOT_FOUND', 'There is nothing at this address. `/docs` lists all there is.')
}

function findMethods(methods: Map<string, Set<string>>, path: string): string[] | undefined {
  for (const [pattern, known] of methods) {
    if (pattern === path || matches(pattern, path)) return [...known].toSorted()
  }
  return undefined
}

function matches(pattern: string, path: string): boolean {
  if (!pattern.includes(':')) return false
  const parts = path.split('/')
  const wanted = pattern.split('/')
  return (
    parts.length === wanted.length &&
    wanted.every((part, index) => part.startsWith(':') || part === parts[index])
  )
}
