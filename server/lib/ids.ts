import { createHash, randomUUIDv7 } from 'node:crypto'

/** A UUID in any case, as RFC 9562 lets a caller write it; stored in lower case. */
export const uuidPattern =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'

let last = ''

/**
 * UUID version 7 (RFC 9562): sorts by time of making, those of one process also within a millisecond and
 * when the clock was set back.
 */
export function newId(): string {
  const id = randomUUIDv7()
  last = id > last ? id : successor(last)
  return last
}

/** A UUID version 7 for what is never sorted: newId does not follow it. */
export function newRequestId(): string {
  return randomUUIDv7()
}

/** Its random end counted up, as section 6.2 of the RFC allows. */
function successor(id: string): string {
  const end = (Number.parseInt(id.slice(24), 16) + 1) % 2 ** 48
  return id.slice(0, 24) + end.toString(16).padStart(12, '0')
}

/** Sorts behind all ids made before an instant, and before those made after it. */
export function idsBefore(instant: number): string {
  const hex = Math.max(0, Math.floor(instant)).toString(16).padStart(12, '0')
  return `${hex.slice(0, 8)}-${hex.slice(8)}`
}

const uuid = new RegExp(uuidPattern)

export function isId(text: string): boolean {
  return uuid.test(text)
}

/** A UUID with the given version (RFC 9562) from 32 hexadecimal digits, such as those of a hash. */
export function idFromHex(hex: string, version: 7 | 8): string {
  const variant = ((Number.parseInt(hex[16] ?? '0', 16) & 3) | 8).toString(16)
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    `${version}${hex.slice(13, 16)}`,
    `${variant}${hex.slice(17, 20)}`,
    hex.slice(20, 32),
  ].join('-')
}

/** A UUID of version 7 with a time, the same for the same name. */
export function derivedId(at: number, name: string): string {
  const time = at.toString(16).padStart(12, '0')
  return idFromHex(`${time}0${createHash('sha256').update(name).digest('hex')}`, 7)
}
