import type { Role } from '../../../server/lib/vocabulary.ts'

export const roleNames: Record<Role, string> = {
  OWNER: 'Owner',
  ADMIN: 'Admin',
  MEMBER: 'Member',
  VIEWER: 'Viewer',
}

export const roleRights: Record<Role, string> = {
  OWNER: 'Everything, and sees all API keys',
  ADMIN: 'Members, settings and all pages',
  MEMBER: 'Reads and writes pages',
  VIEWER: 'Reads pages',
}

/** What a member with this role may make of others: an owner is made by owners only. */
export function grantable(role: Role): Role[] {
  if (role === 'OWNER') return ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER']
  return role === 'ADMIN' ? ['ADMIN', 'MEMBER', 'VIEWER'] : []
}
