import { changePassword as change, updateProfile } from '../../domain/people/profile.ts'
import {
  verifyAddress,
  requestAddressVerification,
} from '../../domain/people/sign-in/address-verification.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'People manage their own accounts.' }

export const update = operation({
  method: 'POST',
  path: '/app/profile/update',
  summary: 'Update your name, email address or language',
  description:
    'Changes only the fields you send. A new email address requires `password` and receives a confirmation link.',
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
    'Requires the `current` password, or a recent sign-in if the account has none. Signs out all other browsers.',
  access: 'key',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    current: Type.Optional(fields.password),
    totp: fields.totp,
    next: fields.newPassword,
    keys: Type.Optional(
      fields.oneOf(
        ['keep', 'end'],
        'Whether API keys, passkeys and linked chat accounts keep working. Defaults to `keep`.',
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
  summary: 'Request a confirmation link for your email address',
  description: 'Sends a link to the email address of your account. It expires after a day.',
  access: 'key',
  audience: 'people',
  input: Type.Object({}),
  output: fields.ok,
  errors: ['FORBIDDEN', 'MAIL_FAILED'],
  example: {},
  tool: forPeople,
  run: async (context) => {
    await requestAddressVerification(context)
    return fields.done
  },
})

export const verifyEmail = operation({
  method: 'POST',
  path: '/app/profile/verify-email',
  summary: 'Confirm your email address',
  description:
    'Takes the token after the # of the link. It works once, for the account it was sent to.',
  access: 'key',
  audience: 'people',
  input: Type.Object({ token: fields.token }),
  output: fields.ok,
  errors: ['LINK_INVALID'],
  example: { token: 'token from the link' },
  tool: forPeople,
  run: async (context, { token }) => {
    await verifyAddress(context, token)
    return fields.done
  },
})
