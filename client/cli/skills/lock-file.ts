import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CommandError } from '../exit-codes.ts'

export const lockName = 'quire-skills.lock'
const format = 1

/** What was written: the page of each skill, and the digest of each of its files. */
export type Lock = {
  workspaceId: string
  skills: Readonly<Record<string, { pageId: string; files: Readonly<Record<string, string>> }>>
}

export function digestOf(bytes: Uint8Array): string {
  return `sha256-${createHash('sha256').update(bytes).digest('hex')}`
}

/** Undefined where the folder has none. Throws LOCK_INVALID. */
export async function readLock(folder: string): Promise<Lock | undefined> {
  const path = join(folder, lockName)
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
  if (!isRecord(value) || typeof value['pageId'] !== 'string' || !isRecord(value['files']))
    return false
  return Object.values(value['files']).every((digest) => typeof digest === 'string')
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** The same bytes for the same skills, so that a version control system shows only what changed. */
export function lockText({ workspaceId, skills }: Lock): string {
  const sorted = Object.entries(skills)
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([name, { pageId, files }]) => [name, { pageId, files: sortKeys(files) }])
  return `${JSON.stringify({ format, workspaceId, skills: Object.fromEntries(sorted) }, undefined, 2)}\n`
}

function sortKeys(record: Readonly<Record<string, string>>): Record<string, string> {
  return Object.fromEntries(Object.entries(record).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
