import {
  createAgentKey,
  listAgentKeys,
  revokeAgentKey,
  setAgentWebhook,
} from '../../domain/agents/credentials.ts'
import { expiries } from '../../domain/people/api-keys.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import { createdKey, key, keyId, keyName, toKey } from './fields.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'People manage agent accounts in the web app.' }
const address = { workspaceId, agentId: fields.id('ID of the agent account.') }
const one = { workspaceId: exampleIds.workspace, agentId: exampleIds.page }

export const listKeys = operation({
  method: 'POST',
  path: '/app/agent-accounts/list-keys',
  summary: 'List the API keys of an agent',
  description:
    'Returns all its keys, including revoked and expired ones. The complete key is never returned.',
  access: 'write',
  audience: 'people',
  input: Type.Object(address),
  output: Type.Object({ keys: Type.Array(key) }),
  errors: ['AGENT_NOT_FOUND'],
  example: one,
  tool: forPeople,
  run: async (context, input) => ({ keys: (await listAgentKeys(context, input)).map(toKey) }),
})

export const createKey = operation({
  method: 'POST',
  path: '/app/agent-accounts/create-key',
  summary: 'Create an API key for an agent',
  description:
    'Creates a key whose requests come from the agent, with its permissions. The complete key is returned only once. You must be able to read what the agent can read. A key that is valid for more than 30 days requires a recent sign-in.',
  access: 'write',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    ...address,
    name: keyName,
    expires: fields.oneOf(expiries, 'When the key expires.'),
  }),
  output: createdKey,
  errors: ['AGENT_NOT_FOUND', 'REAUTHENTICATION_REQUIRED', 'QUOTA_EXCEEDED'],
  example: { ...one, name: 'Build server', expires: '90d' },
  tool: forPeople,
  run: async (context, input) => {
    const { id, key: complete } = await createAgentKey(context, input)
    return { id, key: complete }
  },
})

export const revokeKey = operation({
  method: 'POST',
  path: '/app/agent-accounts/revoke-key',
  summary: 'Revoke an API key of an agent',
  description: 'The next request with the key fails, on every node.',
  access: 'write',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({ ...address, keyId }),
  output: fields.ok,
  errors: ['AGENT_NOT_FOUND', 'KEY_NOT_FOUND'],
  example: { ...one, keyId: exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await revokeAgentKey(context, input)
    return fields.done
  },
})

export const setWebhook = operation({
  method: 'POST',
  path: '/app/agent-accounts/set-webhook',
  summary: 'Set the webhook of an agent',
  description:
    'The URL receives signed requests when a comment mentions the agent or a property assigns a page to it, as far as it can read the page. Null removes the webhook. Returns the signing secret only once; another URL gets another secret.',
  access: 'write',
  audience: 'people',
  input: Type.Object({
    ...address,
    url: Type.Unsafe<string | null>({
      type: ['string', 'null'],
      maxLength: 2000,
      description:
        'It must be public, unless the operator allows the host in `WEBHOOK_ALLOWED_HOSTS`.',
    }),
  }),
  output: Type.Object({
    secret: fields.textOrNull('Null when the webhook is removed or does not change.'),
  }),
  errors: ['AGENT_NOT_FOUND'],
  example: { ...one, url: null },
  tool: forPeople,
  run: async (context, input) => setAgentWebhook(context, input),
})
