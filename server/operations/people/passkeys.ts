import type {
  AuthenticationResponseJSON,
  PublicKeyCredentialCreationOptionsJSON,
  PublicKeyCredentialRequestOptionsJSON,
  RegistrationResponseJSON,
} from '@simplewebauthn/server'
import {
  startPasskeyRegistration,
  challengePasskey,
  confirmWithPasskey,
  finishPasskey,
  listPasskeys,
  removePasskey,
  signInWithPasskey,
} from '../../domain/people/sign-in/passkeys.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

/** What the browser and its device say to each other passes as WebAuthn has it. */

const forPeople = { none: 'Signing in is for people; agents use API keys.' }
const text = { type: 'string', maxLength: 20_000 } as const
const passkeyId = Type.String({ maxLength: 2000 })

function credential<Response>(fields: readonly string[]) {
  return Type.Unsafe<Response>({
    type: 'object',
    required: ['id', 'rawId', 'response', 'type', 'clientExtensionResults'],
    properties: {
      id: text,
      rawId: text,
      type: text,
      response: {
        type: 'object',
        required: fields,
        properties: Object.fromEntries(fields.map((name) => [name, text])),
      },
      clientExtensionResults: { type: 'object' },
    },
  })
}

const newCredential = credential<RegistrationResponseJSON>(['clientDataJSON', 'attestationObject'])
const signed = credential<AuthenticationResponseJSON>([
  'clientDataJSON',
  'authenticatorData',
  'signature',
])
const exampleCredential = {
  id: 'AQIDBA',
  rawId: 'AQIDBA',
  type: 'public-key',
  clientExtensionResults: {},
} as const

export const list = operation({
  method: 'POST',
  path: '/app/passkeys/list',
  summary: 'List your passkeys',
  description: 'Returns the passkeys you can sign in with.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({}),
  output: Type.Object({
    passkeys: Type.Array(
      Type.Object({
        id: passkeyId,
        name: Type.String(),
        createdAt: fields.instant,
        lastUsedAt: Type.Union([fields.instant, Type.Null()]),
      }),
    ),
  }),
  errors: [],
  example: {},
  tool: forPeople,
  run: async (context) => ({
    passkeys: (await listPasskeys(context)).map(({ id, name, createdAt, lastUsedAt }) => ({
      id,
      name,
      createdAt: toIso(createdAt),
      lastUsedAt: lastUsedAt === null ? null : toIso(lastUsedAt),
    })),
  }),
})

export const begin = operation({
  method: 'POST',
  path: '/app/passkeys/begin',
  summary: 'Start adding a passkey',
  description:
    'Returns options for `navigator.credentials.create`, valid for 10 minutes. Requires a recent sign-in.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({}),
  output: Type.Unsafe<PublicKeyCredentialCreationOptionsJSON>({
    type: 'object',
    additionalProperties: true,
  }),
  errors: ['FORBIDDEN', 'ALREADY_EXISTS', 'REAUTHENTICATION_REQUIRED'],
  example: {},
  tool: forPeople,
  run: (context) => startPasskeyRegistration(context),
})

export const finish = operation({
  method: 'POST',
  path: '/app/passkeys/finish',
  summary: 'Add a passkey',
  description: 'Takes the result of `navigator.credentials.create`.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({
    name: Type.String({ minLength: 1, maxLength: 100 }),
    response: newCredential,
  }),
  output: fields.ok,
  errors: ['FORBIDDEN', 'SIGN_IN_FAILED', 'ALREADY_EXISTS'],
  example: {
    name: 'My phone',
    response: {
      ...exampleCredential,
      response: { clientDataJSON: 'e30', attestationObject: 'oA' },
    },
  },
  tool: forPeople,
  run: async (context, input) => {
    await finishPasskey(context, input)
    return fields.done
  },
})

export const remove = operation({
  method: 'POST',
  path: '/app/passkeys/remove',
  summary: 'Remove a passkey',
  description: 'The passkey stops working immediately. Delete it on your device too.',
  access: 'key',
  audience: 'people',
  input: Type.Object({ passkeyId }),
  output: fields.ok,
  errors: ['NOT_FOUND'],
  example: { passkeyId: 'AQIDBA' },
  tool: forPeople,
  run: async (context, input) => {
    await removePasskey(context, input.passkeyId)
    return fields.done
  },
})

export const challenge = operation({
  method: 'POST',
  path: '/app/passkeys/challenge',
  summary: 'Start signing in with a passkey',
  description: 'Returns options for `navigator.credentials.get`, valid for 10 minutes.',
  access: 'public',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Unsafe<PublicKeyCredentialRequestOptionsJSON>({
    type: 'object',
    additionalProperties: true,
  }),
  errors: ['FORBIDDEN'],
  example: {},
  tool: forPeople,
  run: (context) => challengePasskey(context),
})

export const signIn = operation({
  method: 'POST',
  path: '/app/passkeys/sign-in',
  summary: 'Sign in with a passkey',
  description: 'Takes the result of `navigator.credentials.get` and signs in.',
  access: 'public',
  audience: 'people',
  input: Type.Object({ response: signed }),
  output: Type.Object({ userId: fields.userId }),
  errors: ['FORBIDDEN', 'SIGN_IN_FAILED'],
  example: {
    response: {
      ...exampleCredential,
      response: { clientDataJSON: 'e30', authenticatorData: 'AA', signature: 'AA' },
    },
  },
  tool: forPeople,
  run: async (context, { response }) => ({ userId: await signInWithPasskey(context, response) }),
})

export const confirm = operation({
  method: 'POST',
  path: '/app/passkeys/confirm',
  summary: 'Confirm your identity with a passkey',
  description:
    'Takes the result of `navigator.credentials.get`. Lets this session call operations that require a recent sign-in for the next 10 minutes.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({ response: signed }),
  output: fields.ok,
  errors: ['FORBIDDEN', 'SIGN_IN_FAILED'],
  example: signIn.example,
  tool: forPeople,
  run: async (context, { response }) => {
    await confirmWithPasskey(context, response)
    return fields.done
  },
})
