import {
  getReset as getLinkDetails,
  requestReset as request,
  resetPassword,
} from '../../domain/people/sign-in/password-reset.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'Signing in is for people; agents use API keys.' }

export const requestReset = operation({
  method: 'POST',
  path: '/app/password/request-reset',
  summary: 'Request a password reset link',
  description:
    'Emails a link that expires after an hour, if an account has this address and the server can send mail. The response is always the same.',
  access: 'public',
  audience: 'people',
  input: Type.Object({ email: fields.email }),
  output: fields.ok,
  errors: [],
  example: { email: 'ada@example.com' },
  tool: forPeople,
  run: async (context, { email }) => {
    request(context, email)
    return fields.done
  },
})

export const getReset = operation({
  method: 'POST',
  path: '/app/password/get-reset',
  summary: 'Get a password reset link',
  description: 'Returns the account of a reset link and what happens to its API keys.',
  access: 'public',
  audience: 'people',
  input: Type.Object({ token: fields.token }),
  output: Type.Object({
    email: Type.String(),
    keys: fields.oneOf(
      ['kept', 'chosen', 'ended'],
      'Whether API keys, passkeys and linked chat accounts keep working. With `chosen`, the reset request decides.',
    ),
  }),
  errors: ['LINK_INVALID'],
  example: { token: 'token from the link' },
  tool: forPeople,
  run: (context, { token }) => getLinkDetails(context, token),
})

export const reset = operation({
  method: 'POST',
  path: '/app/password/reset',
  summary: 'Set a password with a reset link',
  description:
    'Takes the token after the # of the link, once. Signs out all browsers, and revokes API keys, passkeys and linked chat accounts unless `keys` is `keep`. Two-factor authentication stays on.',
  access: 'public',
  audience: 'people',
  input: Type.Object({
    token: fields.token,
    password: fields.newPassword,
    keys: Type.Optional(
      fields.oneOf(
        ['end', 'keep'],
        'Whether API keys, passkeys and linked chat accounts keep working. Defaults to `end`.',
      ),
    ),
  }),
  output: Type.Object({
    ended: Type.Object({ keys: Type.Integer(), passkeys: Type.Integer() }),
  }),
  errors: ['LINK_INVALID'],
  example: { token: 'token from the link', password: 'correct horse battery' },
  tool: forPeople,
  run: async (context, input) => ({ ended: await resetPassword(context, input) }),
})
