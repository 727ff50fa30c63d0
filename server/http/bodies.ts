import { isUtf8 } from 'node:buffer'
import type { FastifyInstance } from 'fastify'
import { malformed } from './errors.ts'

/** JSON is the only body there is. */
export function acceptJson(server: FastifyInstance): void {
  server.removeAllContentTypeParsers()
  server.addContentTypeParser<Buffer>(
    'application/json',
    { parseAs: 'buffer' },
    (_request, body, done) => {
      const parsed = parseJson(body)
      if (parsed.ok) done(null, parsed.value)
      else done(malformed(parsed.reason), undefined)
    },
  )
}

type Parsed = { ok: true; value: unknown } | { ok: false; reason: string }

function parseJson(body: Buffer): Parsed {
  if (!isUtf8(body)) return { ok: false, reason: 'must be JSON in UTF-8' }
  try {
    const value: unknown = JSON.parse(body.toString())
    return { ok: true, value }
  } catch (error) {
    const detail = error instanceof Error ? error.message : 'cannot be parsed'
    return { ok: false, reason: `must be JSON: ${detail}` }
  }
}
