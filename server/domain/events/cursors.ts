import type { Secrets } from '../../lib/secrets/secrets.ts'
import type { Viewer } from '../../store/index.ts'

/**
 * The position of a reader in the change feed. It tells the reader nothing: the number of the last event that the
 * workspace has, and of hidden events, is encrypted.
 */
export type Cursor = {
  /** The sequence number of the last event that was considered. */
  sequence: number
  /** The number of the last event that the reader received. */
  number: number
  /** Identifies the sections that the reader could read. */
  access: string
}

type Reader = Pick<Viewer, 'workspaceId' | 'viewerId'>

const digits = 15

/** All cursors have the same length. */
export function sealCursor(
  secrets: Secrets,
  reader: Reader,
  { sequence, number, access }: Cursor,
): string {
  const text = [sequence, number].map((one) => String(one).padStart(digits, '0')).join('')
  return secrets.seal(text + access, purposeOf(reader))
}

/** Undefined for a cursor of another reader, and for other text. */
export function openCursor(secrets: Secrets, reader: Reader, sealed: string): Cursor | undefined {
  const text = secrets.open(sealed, purposeOf(reader))
  if (text === undefined) return undefined
  return {
    sequence: Number(text.slice(0, digits)),
    number: Number(text.slice(digits, 2 * digits)),
    access: text.slice(2 * digits),
  }
}

function purposeOf({ workspaceId, viewerId }: Reader): string {
  return `change feed cursor of ${viewerId} in ${workspaceId}`
}
