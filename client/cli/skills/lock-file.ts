import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { CommandError, exitCodes } from '../exit-codes.ts'
import { joinNames } from '../join-names.ts'

export const lockName = 'quire-skills.lock'
const format = 1

type Digests = Readonly<Record<string, string>>

/** The page of a skill, and the digest of each file that was pulled. */
export type LockedSkill = {
  pageId: string
  files: Digests
  /** Those of the draft, of files that were pushed since; `removed` for one that was removed from it. */
  pushed?: Digests
}

/** What was written. */
export type Lock = { workspaceId: string; skills: Readonly<Record<string, LockedSkill>> }

/** Stands for the digest of a file that a push has removed. */
export const removedMark = 'removed'

export function digestOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('hex')}`
}

/** Undefined where the folder has none. Throws LOCK_INVALID. */
export async function readLock(folder: string): Promise<Lock | undefined> {
  const path = joinNames(folder, lockName)
  const text = await readFile(path, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const lock = parse(text)
  if (lock === undefined)
    throw new CommandError(
      `${path} is no lock file that this version can read. Restore it, or delete it and pull again.`,
      'LOCK_INVALID',
    )
  return lock
}

/** Throws LOCK_MISSING, LOCK_INVALID. */
export async function requireLock(folder: string): Promise<Lock> {
  const lock = await readLock(folder)
  if (lock !== undefined) return lock
  throw new CommandError(
    `${folder} has no ${lockName}. Run quire skills pull first.`,
    'LOCK_MISSING',
    exitCodes.missing,
  )
}

function parse(text: string): Lock | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isLock(value) ? { workspaceId: value.workspaceId, skills: value.skills } : undefined
  } catch {
    return undefined
  }
}

function isLock(value: unknown): value is Lock & { format: number } {
  if (!isRecord(value) || value['format'] !== format || typeof value['workspaceId'] !== 'string')
    return false
  const { skills } = value
  return isRecord(skills) && Object.values(skills).every(isLockedSkill)
}

function isLockedSkill(value: unknown): boolean {
  if (!isRecord(value) || typeof value['pageId'] !== 'string') return false
  return [value['files'], value['pushed'] ?? {}].every(
    (digests) =>
      isRecord(digests) && Object.values(digests).every((digest) => typeof digest === 'string'),
  )
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same bytes for the same skills, so that a version control system shows only what changed. */
export function lockText({ workspaceId, skills }: Lock): string {
  const sorted = Object.entries(skills)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { pageId, files, pushed = {} }]) => [
      name,
      {
        pageId,
        files: sortKeys(files),
        ...(Object.keys(pushed).length > 0 && { pushed: sortKeys(pushed) }),
      },
    ])
  return `${JSON.stringify({ format, workspaceId, skills: Object.fromEntries(sorted) }, undefined, 2)}\n`
}

function sortKeys(record: Digests): Digests {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
