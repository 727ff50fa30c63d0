import { Type } from 'typebox'
import {
  getReset as getLinkFacts,
  requestReset as request,
  resetPassword,
} from '../../domain/people/sign-in/password-reset.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'Signing in is for people; agents have keys.' }

export const requestReset = operation({
  method: 'POST',
  path: '/app/password/request-reset',
  summary: 'Ask for a link to reset a password',
  description:
    'Sends a link, good for an hour, to the address if an account has it and this server can send mail. The answer is the same in any case.',
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
  summary: 'What a link to set a password is for',
  description: 'Tells whoever has the link whose password it sets, and what becomes of their keys.',
  access: 'public',
  audience: 'people',
  input: Type.Object({ token: fields.token }),
  output: Type.Object({
    email: Type.String(),
    keys: fields.oneOf(
      ['kept', 'chosen', 'ended'],
      'API keys, passkeys and linked chats: `chosen` leaves it to `password.reset`.',
    ),
  }),
  errors: ['LINK_INVALID'],
  example: { token: 'what stands after the #' },
  tool: forPeople,
  run: (context, { token }) => getLinkFacts(context, token),
})

export const reset = operation({
  method: 'POST',
  path: '/app/password/reset',
  summary: 'Set a password with a link',
  description:
    'Takes what stands after the # of the link, once. Signs out all browsers, and ends API keys, passkeys and linked chats unless they are to be kept. The second factor stays.',
  access: 'public',
  audience: 'people',
  input: Type.Object({
    token: fields.token,
    password: fields.newPassword,
    keys: Type.Optional(
      fields.oneOf(
        ['end', 'keep'],
        'What becomes of API keys, passkeys and linked chats; `end` when left out.',
      ),
    ),
  }),
  output: Type.Object({
    ended: Type.Object({ keys: Type.Integer(), passkeys: Type.Integer() }),
  }),
  errors: ['LINK_INVALID'],
  example: { token: 'what stands after the #', password: 'correct horse battery' },
  tool: forPeople,
  run: async (context, input) => ({ ended: await resetPassword(context, input) }),
})
