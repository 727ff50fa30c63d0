import { Type } from 'typebox'
import { requestReset as request, resetPassword } from '../domain/password-reset.ts'
import * as fields from './fields.ts'
import { operation } from './operation.ts'

const forPeople = { none: 'Signing in is for people; agents have keys.' }

export const requestReset = operation({
  method: 'POST',
  path: '/app/password/request-reset',
  summary: 'Ask for a link to reset a password',
  description:
    'Sends a link, good for an hour, to the address if an account has it and this server can send mail. The answer is the same in any case.',
  access: 'public',
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

export const reset = operation({
  method: 'POST',
  path: '/app/password/reset',
  summary: 'Set a password with a link',
  description: 'Takes what stands after the # of the link, once. Signs out all browsers.',
  access: 'public',
  input: Type.Object({ token: fields.token, password: fields.newPassword }),
  output: fields.ok,
  errors: ['LINK_INVALID'],
  example: { token: 'what stands after the #', password: 'correct horse battery' },
  tool: forPeople,
  run: async (context, input) => {
    await resetPassword(context, input)
    return fields.done
  },
})
