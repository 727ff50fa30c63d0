import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { AppError, invalidInput, malformedJson } from '../../lib/errors.ts'
import { RawJson } from '../../lib/json/raw-json.ts'
import { type JsonLimits, scanJson, type Span } from '../../lib/json/scan-json.ts'
import { generalJson } from '../../operations/body-limits.ts'
import { malformed } from '../errors.ts'
import { readBody } from './read-body.ts'
import { routeOf } from './route.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** What a body may hold; `generalJson` where it is left out. */
    json?: JsonLimits
  }
}

/** Bytes of a document from which on a worker parses it. */
const largeDocument = 16 * 1024

/** JSON is the only body there is. What it may hold is checked before it is parsed. */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser('application/json', (request, stream, done) => {
    const { bodyLimit, config } = routeOf(request)
    const declared = Number(request.headers['content-length'])
    readBody(stream, { declared, limit: bodyLimit }, (error, body) => {
      if (error !== undefined) return done(error)
      const parsed = parseJson(body, config.json ?? generalJson)
      if (parsed.ok) done(null, parsed.value)
      else done(parsed.error)
    })
  })
}

type Parsed = { ok: true; value: unknown } | { ok: false; error: AppError }

function parseJson(body: Buffer, limits: JsonLimits): Parsed {
  if (!isUtf8(body)) return { ok: false, error: malformed('must be JSON in UTF-8') }
  const scanned = scanJson(body, limits)
  if (!scanned.ok) return { ok: false, error: exceeds(limits, scanned.exceeded) }
  const large = scanned.documents.filter(({ start, end }) => end - start > largeDocument)
  try {
    const value: unknown =
      large.length === 0 ? JSON.parse(body.toString()) : parseAround(body, scanned.documents)
    return { ok: true, value }
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'cannot be parsed'
    return { ok: false, error: malformedJson(detail) }
  }
}

/** What stands for a value while it is checked; an array is refused. */
const placeholders: Record<string, '{}' | '[]'> = { '{': '{}', '[': '[]' }

/** Parses all but the documents, which stay text. Of two members with one name the last counts. */
function parseAround(body: Buffer, documents: readonly Span[]): unknown {
  const raw = new Map<string, RawJson>()
  const parts: string[] = []
  let from = 0
  for (const { name, start, end } of documents) {
    const text = body.toString('utf8', start, end).trim()
    const placeholder = placeholders[text.charAt(0)]
    if (placeholder === '{}') raw.set(name, new RawJson(text))
    else raw.delete(name)
    if (placeholder === undefined) continue
    parts.push(body.toString('utf8', from, start), placeholder)
    from = end
  }
  const value: unknown = JSON.parse([...parts, body.toString('utf8', from)].join(''))
  if (typeof value === 'object' && value !== null) Object.assign(value, Object.fromEntries(raw))
  return value
}

function exceeds(limits: JsonLimits, exceeded: 'values' | 'depth'): AppError {
  if (exceeded === 'values') {
    return new AppError(
      'BODY_TOO_LARGE',
      `The body has more than ${limits.values} fields and items.`,
    )
  }
  const message = `must not be nested more than ${limits.depth} levels deep`
  return invalidInput([{ path: '', rule: 'maxDepth', message }])
}
