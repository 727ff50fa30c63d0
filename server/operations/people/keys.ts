import { expiries } from '../../domain/people/api-keys.ts'
import {
  removeKeyAccess,
  createOwnKey,
  getKeyDefaults,
  listKeysOf,
  listOwnKeys,
  revokeOwnKey,
} from '../../domain/people/own-api-keys.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { createdKey, key, keyId, keyName, toKey } from './fields.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'People manage API keys in the web app.' }

const keyList = Type.Object({ keys: Type.Array(key) })

export const list = operation({
  method: 'POST',
  path: '/app/keys/list',
  summary: 'List your API keys',
  description:
    'Returns all your API keys, including revoked and expired ones. The complete key is never returned.',
  access: 'key',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Object({
    keys: Type.Array(key),
    newKeys: Type.Object(
      {
        maxDays: Type.Union([Type.Integer(), Type.Null()], {
          description: 'Maximum lifetime in days. Null means no limit.',
        }),
        readOnly: Type.Boolean({ description: 'Default of `readOnly`.' }),
      },
      { description: 'What the server settings say about new keys.' },
    ),
  }),
  errors: [],
  example: {},
  tool: forPeople,
  run: async (context) => ({
    keys: (await listOwnKeys(context)).map(toKey),
    newKeys: await getKeyDefaults(context),
  }),
})

export const ofWorkspace = operation({
  method: 'POST',
  path: '/app/keys/of-workspace',
  summary: 'List the API keys with access to a workspace',
  description: 'Returns the API keys of all members that are not limited to other workspaces.',
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
  summary: 'Create an API key',
  description:
    'Creates a key with your permissions, optionally read-only or limited to some of your workspaces. The complete key is returned only once. A key that is valid for more than 30 days requires a recent sign-in.',
  access: 'key',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    name: keyName,
    expires: fields.oneOf(expiries, 'When the key expires.'),
    readOnly: Type.Optional(
      Type.Boolean({ description: 'Defaults to the setting of the server, `false` at first.' }),
    ),
    proposeOnly: Type.Optional(
      Type.Boolean({
        default: false,
        description: 'Its changes become proposals, which a person accepts or declines.',
      }),
    ),
    forAgent: Type.Optional(
      Type.Boolean({
        default: false,
        description:
          'An agent uses the key. It cannot accept proposals, and you can accept what it proposes. Always true with `proposeOnly`.',
      }),
    ),
    workspaceIds: Type.Optional(Type.Array(workspaceId, { minItems: 1, maxItems: 100 })),
  }),
  output: createdKey,
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
  summary: 'Revoke one of your API keys',
  description: 'The next request with the key fails, on every node.',
  access: 'key',
  audience: 'people',
  changesAccess: true,
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
  summary: 'Remove the access of a key to a workspace',
  description:
    'The next request with the key to this workspace fails. The key keeps its access to other workspaces; if it has none, it is revoked. Only owners can do this to keys of owners.',
  access: 'admin',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({ workspaceId, keyId }),
  output: fields.ok,
  errors: ['KEY_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, keyId: exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await removeKeyAccess(context, input)
    return fields.done
  },
})
