import { Type } from 'typebox'
import { completeSetup, isSetupNeeded } from '../../domain/people/setup.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'The first start is for a person at a browser.' }

export const status = operation({
  method: 'POST',
  path: '/app/setup/status',
  summary: 'Whether the first start is still to be done',
  description: 'Says whether this server holds nobody yet, so that the first person can be made.',
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
  summary: 'Make the first person and workspace',
  description:
    'Takes the code that the server printed at its start, makes the first person with a workspace they own, and signs them in.',
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
    code: 'the code that was printed',
    firstName: 'Ada',
    lastName: 'Lovelace',
    email: 'ada@example.com',
    password: 'correct horse battery',
    workspaceName: 'Lab',
  },
  tool: forPeople,
  run: (context, input) => completeSetup(context, input),
})
