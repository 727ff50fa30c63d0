import {
  disableAccount,
  enableAccount,
  listAccounts,
} from '../../domain/people/accounts/disabling.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, userId } = fields
const forPeople = { none: 'Administrators of the server manage accounts.' }

export const list = operation({
  method: 'POST',
  path: '/app/accounts/list',
  summary: 'List the accounts of the server',
  description: 'Returns the people with an account, by name, for administrators of the server.',
  access: 'administrator',
  audience: 'people',
  input: Type.Object({
    query: Type.Optional(
      Type.String({ maxLength: 200, description: 'A part of the name or address.' }),
    ),
    limit: fields.limit,
    offset: fields.offset,
  }),
  output: Type.Object({
    accounts: Type.Array(
      Type.Object({
        id: userId,
        firstName: Type.String(),
        lastName: Type.String(),
        email: Type.String(),
        createdAt: fields.instant,
        disabledAt: Type.Union([fields.instant, Type.Null()]),
        isAdministrator: Type.Boolean(),
      }),
    ),
    hasMore: Type.Boolean(),
  }),
  errors: [],
  example: { query: 'ada' },
  tool: forPeople,
  run: async (context, { query, limit = 50, offset = 0 }) => {
    const page = { limit, offset, ...(query === undefined ? {} : { query }) }
    const { rows, hasMore } = await listAccounts(context, page)
    return {
      accounts: rows.map((row) => ({
        id: row.id,
        firstName: row.firstName,
        lastName: row.lastName,
        email: row.email,
        createdAt: toIso(row.createdAt),
        disabledAt: row.disabledAt === null ? null : toIso(row.disabledAt),
        isAdministrator: row.isAdministrator === 1,
      })),
      hasMore,
    }
  },
})

export const disable = operation({
  method: 'POST',
  path: '/app/accounts/disable',
  summary: 'Disable an account',
  description:
    'Ends the sessions of the person and revokes their API keys, linked chats, share links and invitations immediately. They cannot sign in until the account is enabled again. Their content, memberships and password stay. The last administrator cannot be disabled.',
  access: 'administrator',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({ userId }),
  output: fields.ok,
  errors: ['USER_NOT_FOUND', 'LAST_ADMINISTRATOR'],
  example: { userId: exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await disableAccount(context, input.userId)
    return fields.done
  },
})

export const enable = operation({
  method: 'POST',
  path: '/app/accounts/enable',
  summary: 'Enable an account',
  description:
    'Lets a person sign in again, with the roles they had. What was revoked stays revoked.',
  access: 'administrator',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({ userId }),
  output: fields.ok,
  errors: ['USER_NOT_FOUND'],
  example: { userId: exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await enableAccount(context, input.userId)
    return fields.done
  },
})
