/** What a revert changes on a page. */
export const revertActions = [
  'trash',
  'restore',
  'move',
  'text',
  'title',
  'icon',
  'properties',
  'comments',
  'files',
] as const
export type RevertAction = (typeof revertActions)[number]

export const stayReasons = [
  'used by others',
  'moved by others',
  'deleted by others',
  'parent is gone',
  'no access',
  'history is gone',
  'not possible',
] as const
/** Why something on a page stays as it is. */
export type StayReason = (typeof stayReasons)[number]
