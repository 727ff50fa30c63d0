import type { Role } from '../../../server/lib/vocabulary.ts'
import { t } from './messages.ts'

/** Read while drawing, as messages are. */
export const roleNames: Readonly<Record<Role, string>> = {
  get OWNER() {
    return t.owner
  },
  get ADMIN() {
    return t.admin
  },
  get MEMBER() {
    return t.member
  },
  get VIEWER() {
    return t.viewer
  },
}

export const roleRights: Readonly<Record<Role, string>> = {
  get OWNER() {
    return t.ownerRights
  },
  get ADMIN() {
    return t.adminRights
  },
  get MEMBER() {
    return t.memberRights
  },
  get VIEWER() {
    return t.viewerRights
  },
}

/** The roles that somebody with this role can give to others: only owners make owners. */
export function grantable(role: Role): Role[] {
  if (role === 'OWNER') return ['OWNER', 'ADMIN', 'MEMBER', 'VIEWER']
  return role === 'ADMIN' ? ['ADMIN', 'MEMBER', 'VIEWER'] : []
}
