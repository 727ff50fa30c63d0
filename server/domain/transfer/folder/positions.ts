import { createHash } from 'node:crypto'
import type { Secrets } from '../../../lib/secrets/secrets.ts'
import type { events } from '../../../store/index.ts'

/**
 * What a list of files shows. It is encrypted, because the numbers tell of changes to pages that the reader cannot see.
 */
export type Position = Omit<events.WorkspaceVersions, 'eventId'> & {
  /** The last event; '' before the first. */
  eventId: string
  /** Of the folder, its reader, and the entries of the list. */
  scope: string
  entries: string
}

const digits = 15
const idLength = 36
const hashLength = 22

/** All positions have the same length. */
export function sealPosition(
  secrets: Secrets,
  workspaceId: string,
  { sequence, rightsVersion, sourceVersion, eventId, scope, entries }: Position,
): string {
  const numbers = [sequence, rightsVersion, sourceVersion]
  const text = numbers.map((one) => String(one).padStart(digits, '0')).join('')
  return secrets.seal(text + eventId.padEnd(idLength) + scope + entries, purposeOf(workspaceId))
}

/** Undefined for the position of another workspace or server, and for other text. */
export function openPosition(
  secrets: Secrets,
  workspaceId: string,
  sealed: string,
): Position | undefined {
  const text = secrets.open(sealed, purposeOf(workspaceId))
  if (text === undefined) return undefined
  const [sequence = 0, rightsVersion = 0, sourceVersion = 0] = [0, 1, 2].map((index) =>
    Number(text.slice(index * digits, (index + 1) * digits)),
  )
  const rest = text.slice(3 * digits)
  return {
    sequence,
    rightsVersion,
    sourceVersion,
    eventId: rest.slice(0, idLength).trimEnd(),
    scope: rest.slice(idLength, idLength + hashLength),
    entries: rest.slice(idLength + hashLength),
  }
}

/**
 * Whether the workspace continues the history that the position is part of; a store that was restored from a backup of
 * before, or by copying its files, lacks events or has others with the same numbers.
 */
export function isContinued(position: Position, now: events.WorkspaceVersions): boolean {
  return (
    position.sequence <= now.sequence &&
    position.sourceVersion <= now.sourceVersion &&
    position.eventId === (now.eventId ?? '')
  )
}

/** Whether nothing was written since. */
export function isCurrent(
  position: Position,
  now: events.WorkspaceVersions,
  scope: string,
): boolean {
  return (
    position.scope === scope &&
    position.sequence === now.sequence &&
    position.rightsVersion === now.rightsVersion &&
    position.sourceVersion === now.sourceVersion
  )
}

export function shortHash(value: unknown): string {
  return createHash('sha256').update(JSON.stringify(value)).digest('base64url').slice(0, hashLength)
}

function purposeOf(workspaceId: string): string {
  return `position of the files in ${workspaceId}`
}
