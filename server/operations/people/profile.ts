import { Type } from 'typebox'
import { changePassword as change, updateProfile } from '../../domain/people/profile.ts'
import { proveAddress, requestProof } from '../../domain/people/sign-in/address-proof.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'An account is for its person to change.' }

export const update = operation({
  method: 'POST',
  path: '/app/profile/update',
  summary: 'Change your name, e-mail address or language',
  description:
    'What is left out stays. Another e-mail address asks for the `password`, and is sent a link to confirm it.',
  access: 'key',
  audience: 'people',
  input: Type.Object({
    firstName: Type.Optional(fields.personName),
    lastName: Type.Optional(fields.personName),
    email: Type.Optional(fields.email),
    language: Type.Optional(fields.languageOrNull),
    password: Type.Optional(fields.password),
    totp: fields.totp,
  }),
  output: fields.ok,
  errors: ['FORBIDDEN', 'ALREADY_EXISTS'],
  example: { firstName: 'Augusta Ada' },
  tool: forPeople,
  run: async (context, input) => {
    await updateProfile(context, input)
    return fields.done
  },
})

export const changePassword = operation({
  method: 'POST',
  path: '/app/profile/change-password',
  summary: 'Change your password',
  description:
    'Asks for the `current` one, or for a recent sign-in where there is none. Signs out all other browsers.',
  access: 'key',
  audience: 'people',
  input: Type.Object({
    current: Type.Optional(fields.password),
    totp: fields.totp,
    next: fields.newPassword,
    keys: Type.Optional(
      fields.oneOf(
        ['keep', 'end'],
        'What becomes of API keys, passkeys and linked chats; `keep` when left out.',
      ),
    ),
  }),
  output: fields.ok,
  errors: ['REAUTHENTICATION_REQUIRED'],
  example: { current: 'correct horse battery', next: 'staple battery horse' },
  tool: forPeople,
  run: async (context, input) => {
    await change(context, input)
    return fields.done
  },
})

export const requestVerification = operation({
  method: 'POST',
  path: '/app/profile/request-verification',
  summary: 'Ask for a link to confirm your address',
  description: 'Mails it to the e-mail address of your account, good for a day.',
  access: 'key',
  audience: 'people',
  input: Type.Object({}),
  output: fields.ok,
  errors: ['FORBIDDEN', 'MAIL_FAILED'],
  example: {},
  tool: forPeople,
  run: async (context) => {
    await requestProof(context)
    return fields.done
  },
})

export const verifyEmail = operation({
  method: 'POST',
  path: '/app/profile/verify-email',
  summary: 'Confirm your e-mail address',
  description:
    'Takes what stands after the # of the link, once, from the person whose account it is for.',
  access: 'key',
  audience: 'people',
  input: Type.Object({ token: fields.token }),
  output: fields.ok,
  errors: ['LINK_INVALID'],
  example: { token: 'what stands after the #' },
  tool: forPeople,
  run: async (context, { token }) => {
    await proveAddress(context, token)
    return fields.done
  },
})
