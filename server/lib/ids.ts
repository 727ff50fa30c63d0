import { randomUUIDv7 } from 'node:crypto'

/** A UUID in any case, as RFC 9562 lets a caller write it; stored in lower case. */
export const uuidPattern =
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{4}-[0-9a-fA-F]{12}$'

/** UUID version 7 (RFC 9562): sorts by time of making. */
export function newId(): string {
  return randomUUIDv7()
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
