import { type Static, Type } from 'typebox'
import { expiries } from '../../domain/people/api-keys.ts'
import {
  closeToKey,
  createOwnKey,
  listKeysOf,
  listOwnKeys,
  revokeOwnKey,
  type ShownKey,
} from '../../domain/people/own-api-keys.ts'
import { toIso } from '../../lib/clock.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'Keys are managed by people, never with a key.' }
const instantOrNull = Type.Union([fields.instant, Type.Null()])
const keyId = fields.id('The key.')

const key = Type.Object({
  id: keyId,
  name: Type.String(),
  first: Type.String({ description: 'Its first 8 characters.' }),
  last: Type.String({ description: 'Its last 4 characters.' }),
  createdAt: fields.instant,
  lastUsedAt: instantOrNull,
  expiresAt: instantOrNull,
  readOnly: Type.Boolean(),
  workspaceIds: Type.Union([Type.Array(workspaceId), Type.Null()], {
    description: 'The only ones it opens; null is all of its owner.',
  }),
  state: fields.oneOf(
    ['active', 'expiring', 'expired', 'revoked'],
    '`expiring` still works, and is to be replaced soon.',
  ),
  owner: Type.Optional(
    Type.Object({ id: fields.userId, firstName: Type.String(), lastName: Type.String() }),
  ),
})
const keyList = Type.Object({ keys: Type.Array(key) })

export const list = operation({
  method: 'POST',
  path: '/app/keys/list',
  summary: 'List your API keys',
  description: 'All of them, with those that are revoked or expired. A whole key is never shown.',
  access: 'key',
  audience: 'people',
  input: Type.Object({}),
  output: keyList,
  errors: [],
  example: {},
  tool: forPeople,
  run: async (context) => ({ keys: (await listOwnKeys(context)).map(toKey) }),
})

export const ofWorkspace = operation({
  method: 'POST',
  path: '/app/keys/of-workspace',
  summary: 'List all keys that open a workspace',
  description: 'The keys of all its members, as far as they are not limited to other workspaces.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: keyList,
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context, input) => ({
    keys: (await listKeysOf(context, input.workspaceId)).map(toKey),
  }),
})

export const create = operation({
  method: 'POST',
  path: '/app/keys/create',
  summary: 'Make an API key',
  description:
    'A key does what you may do, or only reads, or only in some workspaces of yours. This answer is the only one that ever shows it. One for more than 30 days asks for a recent sign-in.',
  access: 'key',
  audience: 'people',
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    expires: fields.oneOf(expiries, 'When it ends by itself.'),
    readOnly: Type.Optional(Type.Boolean({ default: false })),
    workspaceIds: Type.Optional(Type.Array(workspaceId, { minItems: 1, maxItems: 100 })),
  }),
  output: Type.Object({ id: keyId, key: Type.String() }),
  errors: ['REAUTHENTICATION_REQUIRED', 'QUOTA_EXCEEDED'],
  example: { name: 'My agent', expires: '90d', readOnly: true },
  tool: forPeople,
  run: async (context, input) => {
    const { id, key } = await createOwnKey(context, input)
    return { id, key }
  },
})

export const revoke = operation({
  method: 'POST',
  path: '/app/keys/revoke',
  summary: 'Revoke a key of yours',
  description: 'It is refused in the very next request, on every node.',
  access: 'key',
  audience: 'people',
  input: Type.Object({ keyId }),
  output: fields.ok,
  errors: ['KEY_NOT_FOUND'],
  example: { keyId: exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await revokeOwnKey(context, input.keyId)
    return fields.done
  },
})

export const revokeInWorkspace = operation({
  method: 'POST',
  path: '/app/keys/revoke-in-workspace',
  summary: 'Close a workspace to a key of a member',
  description:
    'The key is refused there in the very next request. What else it opens stays open to it; a key that opens nothing else is revoked. Only owners do this with keys of owners.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId, keyId }),
  output: fields.ok,
  errors: ['KEY_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, keyId: exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await closeToKey(context, input)
    return fields.done
  },
})

function toKey({
  firstCharacters,
  lastCharacters,
  ...key
}: ShownKey): Static<typeof keyList>['keys'][number] {
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
