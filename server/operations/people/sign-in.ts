import { readServerSettings } from '../../domain/administration/server-settings.ts'
import { hasPasskeys } from '../../domain/people/sign-in/passkeys.ts'
import { requireBrowser } from '../../domain/people/sign-in/sessions.ts'
import { Type } from '../../lib/json/type.ts'
import { operation } from '../operation.ts'

export const methods = operation({
  method: 'POST',
  path: '/app/sign-in/methods',
  summary: 'List the sign-in methods',
  description: 'Returns the sign-in methods that this server offers.',
  access: 'public',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Object({
    password: Type.Boolean(),
    passkeys: Type.Boolean(),
    oidc: Type.Union([Type.Object({ name: Type.String() }), Type.Null()]),
    mail: Type.Boolean({ description: 'Whether the server can send password reset links.' }),
    passwordLength: Type.Integer({
      description: 'Minimum length of a new password, in characters.',
    }),
  }),
  errors: [],
  example: {},
  tool: { none: 'Signing in is for people; agents use API keys.' },
  run: async ({ store, signIn, caller }) => ({
    password: true,
    passkeys: hasPasskeys(requireBrowser({ caller })),
    oidc: signIn.oidc === undefined ? null : { name: signIn.oidc.name },
    mail: signIn.mail !== undefined,
    passwordLength: (await readServerSettings(store)).passwordLength,
  }),
})
