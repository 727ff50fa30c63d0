import type { Static } from 'typebox'
import type { ShownKey } from '../../domain/people/own-api-keys.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'

const instantOrNull = Type.Union([fields.instant, Type.Null()])

export const keyId = fields.id('ID of the key.')
export const keyName = Type.String({ minLength: 1, maxLength: 100 })

export const key = Type.Object({
  id: keyId,
  name: Type.String(),
  first: Type.String({ description: 'Its first 8 characters.' }),
  last: Type.String({ description: 'Its last 4 characters.' }),
  createdAt: fields.instant,
  lastUsedAt: instantOrNull,
  expiresAt: instantOrNull,
  readOnly: Type.Boolean(),
  proposeOnly: Type.Boolean({ description: 'It proposes changes instead of writing.' }),
  forAgent: Type.Boolean({ description: 'An agent uses it; it does not accept proposals.' }),
  workspaceIds: Type.Union([Type.Array(fields.workspaceId), Type.Null()], {
    description: 'Workspaces the key is limited to. Null means all workspaces of its owner.',
  }),
  state: fields.oneOf(
    ['active', 'expiring', 'expired', 'revoked'],
    'State of the key. An `expiring` key still works; replace it soon.',
  ),
  owner: Type.Optional(
    Type.Object({ id: fields.userId, firstName: Type.String(), lastName: Type.String() }),
  ),
})

type KeyAnswer = Static<typeof key>

/** The complete key, which is returned only once. */
export const createdKey = Type.Object({ id: keyId, key: Type.String() })

export function toKey({ firstCharacters, lastCharacters, ...key }: ShownKey): KeyAnswer {
  return {
    ...key,
    first: firstCharacters,
    last: lastCharacters,
    workspaceIds: key.workspaceIds === null ? null : [...key.workspaceIds],
    createdAt: toIso(key.createdAt),
    lastUsedAt: key.lastUsedAt === null ? null : toIso(key.lastUsedAt),
    expiresAt: key.expiresAt === null ? null : toIso(key.expiresAt),
  }
}
