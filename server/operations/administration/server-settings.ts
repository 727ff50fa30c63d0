import { Type } from 'typebox'
import { listAdministrators } from '../../domain/administration/administrators.ts'
import {
  defaultSettings,
  inviters,
  readServerSettings,
  updateServerSettings,
  workspaceCreators,
} from '../../domain/administration/server-settings.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'Only administrators of the server change its settings.' }

function limit(description: string, maximum = 1_000_000_000) {
  return Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum,
    description: `${description} Null is no limit.`,
  })
}

function count(description: string, { minimum = 0, maximum = 1_000_000 } = {}) {
  return Type.Integer({ minimum, maximum, description })
}

const mostBytes = 2 ** 50

const settings = {
  workspaceCreators: fields.oneOf(workspaceCreators, 'Who may make workspaces.'),
  inviters: fields.oneOf(inviters, 'Who may invite people into a workspace they run.'),
  pagesPerWorkspace: limit('Pages of a workspace, including those in the trash.'),
  fileBytesPerWorkspace: limit('Bytes of the files of a workspace.', mostBytes),
  pagesPerPerson: limit(
    'Pages that a person has created in all workspaces, including those in the trash.',
  ),
  fileBytesPerPerson: limit('Bytes of the files a person has added in all workspaces.', mostBytes),
  keysPerPerson: limit('API keys of a person that are good.'),
  workspacesPerDay: limit('Workspaces that a person makes in a day.'),
  uploadsPerPerson: limit('Unfinished uploads of a person.'),
  uploadBytesPerPerson: limit('Bytes that the unfinished uploads of a person declare.', mostBytes),
  mailsPerHour: count('Invitations that a person sends by mail in an hour.'),
  mailsPerDay: count('Invitations that a person sends by mail in a day.'),
  mailsPerAddress: count('Invitations by mail to one address in a day.'),
  mailsOfServer: count('Invitations by mail of all people in an hour.'),
  passwordLength: count('Minimum length of a new password, in characters.', {
    minimum: 8,
    maximum: 64,
  }),
  passwordScore: count('Minimum strength of a new password: a zxcvbn score from 0 to 4.', {
    maximum: 4,
  }),
}

export const get = operation({
  method: 'POST',
  path: '/app/server-settings/get',
  summary: 'How the server is set',
  description:
    'What its administrators have set, what is set where they have not, and who they are.',
  access: 'administrator',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Object({
    settings: Type.Object(settings),
    defaults: Type.Object(settings),
    administrators: Type.Array(
      Type.Object({
        id: fields.userId,
        firstName: Type.String(),
        lastName: Type.String(),
        email: Type.String(),
      }),
    ),
  }),
  errors: [],
  example: {},
  tool: forPeople,
  run: async ({ store }) => ({
    settings: await readServerSettings(store),
    defaults: defaultSettings,
    administrators: await listAdministrators(store),
  }),
})

export const update = operation({
  method: 'POST',
  path: '/app/server-settings/update',
  summary: 'Set the server',
  description:
    'What is left out stays. It counts at once; other processes of the server know it within some seconds.',
  access: 'administrator',
  audience: 'people',
  input: Type.Partial(Type.Object(settings)),
  output: Type.Object({ settings: Type.Object(settings) }),
  errors: [],
  example: { workspaceCreators: 'administrators', keysPerPerson: 20 },
  tool: forPeople,
  run: async (context, input) => ({ settings: await updateServerSettings(context, input) }),
})
