import { fits } from '../../lib/json/fits.ts'
import { Type } from '../../lib/json/type.ts'
import type { EveryoneLevel } from '../rights/grant-changes.ts'
import { type Level, levels } from '../rights/levels.ts'

/** The permissions of a section in the front matter of its page, with email addresses and names of groups. */
export type FilePermissions = {
  /** Whether the permissions of the page above apply too; true by default. */
  inherits?: boolean
  everyone?: Exclude<EveryoneLevel, null>
  people?: Record<string, Level>
  groups?: Record<string, Level>
  /** An import only names the following: links have tokens that are in no export, and the others belong to their workspace. */
  links?: Level[]
  webhooks?: Record<string, Level>
  chats?: Record<string, Level>
  sites?: Record<string, Level>
}

const level = Type.Unsafe<Level>({ enum: levels })
const grants = Type.Optional(Type.Record(Type.String(), level))

export const isFilePermissions = fits(
  Type.Object({
    inherits: Type.Optional(Type.Boolean()),
    everyone: Type.Optional(Type.Unsafe<Level | 'role'>({ enum: ['role', ...levels] })),
    people: grants,
    groups: grants,
    links: Type.Optional(Type.Array(level)),
    webhooks: grants,
    chats: grants,
    sites: grants,
  }),
)
