import { Type } from 'typebox'
import { changePassword as change, updateProfile } from '../domain/profile.ts'
import * as fields from './fields.ts'
import { operation } from './operation.ts'

const forPeople = { none: 'An account is for its person to change.' }

export const update = operation({
  method: 'POST',
  path: '/app/profile/update',
  summary: 'Change your name or e-mail address',
  description: 'What is left out stays. Another e-mail address asks for the `password`.',
  access: 'key',
  input: Type.Object({
    firstName: Type.Optional(fields.personName),
    lastName: Type.Optional(fields.personName),
    email: Type.Optional(fields.email),
    password: Type.Optional(fields.password),
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
  description: 'Asks for the `current` one, where there is one. Signs out all other browsers.',
  access: 'key',
  input: Type.Object({ current: Type.Optional(fields.password), next: fields.newPassword }),
  output: fields.ok,
  errors: [],
  example: { current: 'correct horse battery', next: 'staple battery horse' },
  tool: forPeople,
  run: async (context, input) => {
    await change(context, input)
    return fields.done
  },
})
