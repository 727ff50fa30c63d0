import { startTotpSetup, confirmTotp, removeTotp } from '../../domain/people/sign-in/totp.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'People manage their own accounts.' }

export const begin = operation({
  method: 'POST',
  path: '/app/totp/begin',
  summary: 'Start setting up two-factor authentication',
  description:
    'Returns a secret for an authenticator app, valid for 10 minutes. Two-factor authentication is on once you confirm a code of the app. Requires a recent sign-in.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({}),
  output: Type.Object({
    secret: Type.String({ description: 'Secret in base32, to enter manually.' }),
    uri: Type.String({ description: 'URI to show as a QR code.' }),
  }),
  errors: ['ALREADY_EXISTS', 'REAUTHENTICATION_REQUIRED'],
  example: {},
  tool: forPeople,
  run: (context) => startTotpSetup(context),
})

export const confirm = operation({
  method: 'POST',
  path: '/app/totp/confirm',
  summary: 'Turn on two-factor authentication',
  description:
    'Takes a code of the authenticator app. Returns ten recovery codes, only once. Each can replace a code one time.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({ code: Type.String({ maxLength: 20 }) }),
  output: Type.Object({ recoveryCodes: Type.Array(Type.String()) }),
  errors: [],
  example: { code: '123456' },
  tool: forPeople,
  run: async (context, { code }) => ({ recoveryCodes: await confirmTotp(context, code) }),
})

export const remove = operation({
  method: 'POST',
  path: '/app/totp/remove',
  summary: 'Turn off two-factor authentication',
  description: 'Requires the password and a code. Also deletes the recovery codes.',
  access: 'key',
  audience: 'people',
  input: Type.Object({ password: fields.password, totp: fields.totp }),
  output: fields.ok,
  errors: ['FORBIDDEN'],
  example: { password: 'correct horse battery', totp: '123456' },
  tool: forPeople,
  run: async (context, input) => {
    await removeTotp(context, input)
    return fields.done
  },
})
