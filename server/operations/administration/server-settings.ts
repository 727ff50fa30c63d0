import { listAdministrators } from '../../domain/administration/administrators.ts'
import {
  defaultSettings,
  inviters,
  publishers,
  readServerSettings,
  updateServerSettings,
  workspaceCreators,
} from '../../domain/administration/server-settings.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'Server settings are for administrators.' }

function limit(description: string, maximum = 1_000_000_000) {
  return Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 0,
    maximum,
    description: `${description} Null means no limit.`,
  })
}

function count(description: string, { minimum = 0, maximum = 1_000_000 } = {}) {
  return Type.Integer({ minimum, maximum, description })
}

const maxBytesPerPerson = 2 ** 50

const settings = {
  workspaceCreators: fields.oneOf(workspaceCreators, 'Who can create workspaces.'),
  inviters: fields.oneOf(inviters, 'Which owners and admins of workspaces can invite people.'),
  publishers: fields.oneOf(
    publishers,
    'Who can publish pages as sites. `disabled` also takes all sites offline.',
  ),
  pagesPerWorkspace: limit('Maximum pages in a workspace, including the trash.'),
  fileBytesPerWorkspace: limit(
    'Maximum total size of the files in a workspace, in bytes. The changes of pages that are typed may take as much.',
    maxBytesPerPerson,
  ),
  pagesPerPerson: limit(
    'Maximum pages a person can create across all workspaces, including the trash.',
  ),
  fileBytesPerPerson: limit(
    'Maximum total size of the files a person uploads across all workspaces, in bytes.',
    maxBytesPerPerson,
  ),
  keysPerPerson: limit('Maximum active API keys per person.'),
  maxKeyDays: Type.Unsafe<number | null>({
    type: ['integer', 'null'],
    minimum: 7,
    maximum: 3650,
    description:
      'Maximum lifetime of an API key, in days. A lower limit also shortens existing keys, permanently. Null means no limit.',
  }),
  keysReadOnlyByDefault: Type.Boolean({
    description: 'Whether a new API key is read-only unless `readOnly` is given.',
  }),
  workspacesPerDay: limit('Maximum workspaces a person can create per day.'),
  uploadsPerPerson: limit('Maximum unfinished uploads per person.'),
  uploadBytesPerPerson: limit(
    'Maximum declared size of the unfinished uploads of a person, in bytes.',
    maxBytesPerPerson,
  ),
  mailsPerHour: count('Maximum invitations a person can email per hour.'),
  mailsPerDay: count('Maximum invitations a person can email per day.'),
  mailsPerAddress: count('Maximum invitations emailed to one address per day.'),
  mailsOfServer: count('Maximum invitations the server emails per hour.'),
  visitorCommentsPerHour: count('Maximum comments the visitors of a share link write per hour.'),
  visitorChangesPerHour: count(
    'Maximum changes and uploads the visitors of a share link make per hour.',
  ),
  requireTwoFactors: Type.Boolean({
    description:
      'Whether people who sign in with a password need a second factor. You need one yourself to turn this on. API keys are not affected.',
  }),
  requireSingleSignOn: Type.Boolean({
    description:
      'Whether people must sign in with OpenID Connect. Turning it on ends all other sessions except yours. Administrators can still use a password with an authenticator app. API keys are not affected.',
  }),
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
  summary: 'Get the server settings',
  description:
    'Returns the current settings, their defaults, and the administrators of the server.',
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
  summary: 'Update the server settings',
  description:
    'Changes only the fields you send. The change takes effect immediately; other processes of the server pick it up within a few seconds.',
  access: 'administrator',
  audience: 'people',
  changesAccess: true,
  input: Type.Partial(Type.Object(settings)),
  output: Type.Object({ settings: Type.Object(settings) }),
  errors: [],
  example: { workspaceCreators: 'administrators', keysPerPerson: 20 },
  tool: forPeople,
  run: async (context, input) => ({ settings: await updateServerSettings(context, input) }),
})
