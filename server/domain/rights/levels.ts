import { AppError } from '../../lib/errors.ts'
import { type Level, levelNumbers } from '../../store/index.ts'

export type { Level } from '../../store/index.ts'

/** For callers that may propose where they cannot write. */
export const proposeInstead = 'Call proposals/create (POST /v1/proposals/create).'

const refusals: Record<Level, string> = {
  read: 'You cannot read this page.',
  comment: 'You can read this page, but not comment on it.',
  propose: 'You can read this page, but not propose changes.',
  write: 'You can read this page, but not change it.',
  manage: 'You cannot change who has access to this page.',
}

/** Checks the level on a page that the caller can see. `next` says what to do. Throws FORBIDDEN. */
export function requireLevel(level: number, needed: Level, next: string): void {
  if (level >= levelNumbers[needed]) return
  if (needed === 'write' && level === levelNumbers.propose) {
    throw new AppError('FORBIDDEN', `You may only propose changes to this page. ${proposeInstead}`)
  }
  throw new AppError('FORBIDDEN', `${refusals[needed]} ${next}`)
}

// SAFETY: the keys of the object.
export const levels = Object.keys(levelNumbers) as Level[]

/** The name of a level that lets someone at least read. */
export function levelName(level: number): Level {
  return levels[level - levelNumbers.read] ?? 'read'
}
