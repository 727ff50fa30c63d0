import type { FastifyRequest } from 'fastify'
import { invalidInput } from '../../lib/errors.ts'

/** Marks a response as that of an earlier request. */
export const replayedHeader = 'idempotency-replayed'

const format = /^[\x20-\x7e]{1,255}$/

/** https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/ */
export function readIdempotencyKey({ headers }: FastifyRequest): string | undefined {
  const key = headers['idempotency-key']
  if (key === undefined) return undefined
  if (typeof key === 'string' && format.test(key)) return key
  const message = 'must have 1 to 255 printable ASCII characters'
  throw invalidInput([{ path: '', rule: 'header', message: `Idempotency-Key ${message}` }])
}
