import type { Role } from '../../../../server/lib/vocabulary.ts'
import type { OpenedPage } from '../page-query.ts'

export type Level = OpenedPage['level']

/** From the lowest to the highest. */
export const levels = ['read', 'comment', 'propose', 'write', 'manage'] as const satisfies Level[]

/** Whether a level includes another one. */
export function includes(level: Level, needed: Level): boolean {
  return levels.indexOf(level) >= levels.indexOf(needed)
}

/** The level of each role on pages outside of sections. */
export const roleLevels: Readonly<Record<Role, Level>> = {
  OWNER: 'manage',
  ADMIN: 'manage',
  MEMBER: 'write',
  VIEWER: 'read',
}
