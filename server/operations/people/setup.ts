import { completeSetup, isSetupNeeded } from '../../domain/people/setup.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'Setup is for a person in a browser.' }

export const status = operation({
  method: 'POST',
  path: '/app/setup/status',
  summary: 'Check whether setup is needed',
  description: 'Returns whether this server has no account yet and needs its first one.',
  access: 'public',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Object({ needed: Type.Boolean() }),
  errors: [],
  example: {},
  tool: forPeople,
  run: async ({ store }) => ({ needed: await isSetupNeeded(store) }),
})

export const complete = operation({
  method: 'POST',
  path: '/app/setup/complete',
  summary: 'Create the first account and workspace',
  description:
    'Creates the first account with a workspace it owns, and signs in. Requires the setup code that the server prints at startup.',
  access: 'public',
  audience: 'people',
  input: Type.Object({
    code: fields.token,
    firstName: fields.personName,
    lastName: fields.personName,
    email: fields.email,
    password: fields.newPassword,
    language: Type.Optional(fields.languageOrNull),
    workspaceName: Type.String({ minLength: 1, maxLength: 100 }),
  }),
  output: Type.Object({ userId: fields.userId, workspaceId: fields.workspaceId }),
  errors: ['LINK_INVALID', 'STORE_NOT_EMPTY'],
  example: {
    code: 'setup code',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    password: 'correct horse battery',
    workspaceName: 'Lab',
  },
  tool: forPeople,
  run: (context, input) => completeSetup(context, input),
})
