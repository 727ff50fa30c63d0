import { Type } from 'typebox'
import { beginTotp, confirmTotp, removeTotp } from '../../domain/people/sign-in/totp.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'An account is for its person to change.' }

export const begin = operation({
  method: 'POST',
  path: '/app/totp/begin',
  summary: 'Begin to set up a second factor',
  description:
    'Gives a secret for an authenticator app, for ten minutes, to who has signed in or confirmed that it is them a moment ago. It counts once `totp.confirm` has seen a code of the app.',
  access: 'key',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Object({
    secret: Type.String({ description: 'To type in, in base 32.' }),
    uri: Type.String({ description: 'To show as a QR code.' }),
  }),
  errors: ['ALREADY_EXISTS', 'REAUTHENTICATION_REQUIRED'],
  example: {},
  tool: forPeople,
  run: (context) => beginTotp(context),
})

export const confirm = operation({
  method: 'POST',
  path: '/app/totp/confirm',
  summary: 'Turn the second factor on',
  description:
    'Takes a code of the app. Gives ten recovery codes, each good once in the place of a code, shown this once.',
  access: 'key',
  audience: 'people',
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
  summary: 'Turn the second factor off',
  description: 'Asks for the password and a code. Recovery codes go too.',
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
