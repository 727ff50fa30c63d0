import { confirmWithPassword } from '../../domain/people/profile.ts'
import {
  endAllSessions,
  endOwnSession,
  endSession,
  listSessions,
} from '../../domain/people/sign-in/sessions.ts'
import { getSelf, signInWithPassword } from '../../domain/people/sign-in/sign-in.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'Signing in is for people; agents use API keys.' }

export const create = operation({
  method: 'POST',
  path: '/app/session/create',
  summary: 'Sign in with email and password',
  description:
    'Signs in and sets a session cookie. The session ends after 30 days without use, and after 90 days at the latest. If the account has two-factor authentication, send a code in `totp`. A disabled account gets `ACCOUNT_DISABLED`, and only with the right credentials.',
  access: 'public',
  audience: 'people',
  input: Type.Object({
    email: fields.email,
    password: fields.password,
    totp: fields.totp,
  }),
  output: Type.Object({ userId: fields.userId }),
  errors: [
    'SIGN_IN_FAILED',
    'TOTP_REQUIRED',
    'TWO_FACTORS_REQUIRED',
    'SINGLE_SIGN_ON_REQUIRED',
    'ACCOUNT_DISABLED',
  ],
  example: { email: 'ada@example.com', password: 'correct horse battery' },
  tool: forPeople,
  run: async (context, input) => ({ userId: await signInWithPassword(context, input) }),
})

export const get = operation({
  method: 'POST',
  path: '/app/session/get',
  summary: 'Get the signed-in person',
  description: 'Returns the person of this session and their workspaces.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({}),
  output: Type.Object({
    user: Type.Object({
      id: fields.userId,
      firstName: Type.String(),
      lastName: Type.String(),
      email: Type.String(),
      emailVerified: Type.Boolean({
        description: 'Whether the person has confirmed this address.',
      }),
      language: fields.languageOrNull,
      hasPassword: Type.Boolean(),
      hasTotp: Type.Boolean(),
    }),
    rights: Type.Object({
      isAdministrator: Type.Boolean({ description: 'Whether the person administers this server.' }),
      mayCreateWorkspaces: Type.Boolean(),
      mayInvite: Type.Boolean({
        description:
          'Whether the person can invite people to workspaces where they are owner or admin.',
      }),
    }),
    needsSecondFactor: Type.Boolean({
      description:
        'Whether the person must set up a second factor first. Until then, other requests get `TWO_FACTORS_REQUIRED` and no workspaces are listed.',
    }),
    workspaces: Type.Array(
      Type.Object({
        id: fields.workspaceId,
        name: Type.String(),
        slug: Type.String(),
        role: fields.oneOf(roles, 'Role of the person in the workspace.'),
        isGuest: Type.Boolean({ description: 'Whether the person sees only what was shared.' }),
        keepsLineBreaks: Type.Boolean({
          description: 'Whether a line end within a paragraph is shown as a line break.',
        }),
      }),
    ),
  }),
  errors: [],
  example: {},
  tool: forPeople,
  run: (context) => getSelf(context),
})

export const list = operation({
  method: 'POST',
  path: '/app/session/list',
  summary: 'List your sessions',
  description: 'Returns every browser you are signed in on, most recently used first.',
  access: 'key',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Object({
    sessions: Type.Array(
      Type.Object({
        id: fields.id('ID of the session.'),
        createdAt: fields.instant,
        lastUsedAt: fields.instant,
        userAgent: Type.String({ description: 'User-Agent header of the browser.' }),
        address: fields.textOrNull('IP address at sign-in.'),
        isCurrent: Type.Boolean(),
      }),
    ),
  }),
  errors: [],
  example: {},
  tool: forPeople,
  run: async (context) => ({
    sessions: (await listSessions(context)).map((session) => ({
      ...session,
      createdAt: toIso(session.createdAt),
      lastUsedAt: toIso(session.lastUsedAt),
    })),
  }),
})

export const confirm = operation({
  method: 'POST',
  path: '/app/session/confirm',
  summary: 'Confirm your identity with your password',
  description:
    'Lets this session call operations that require a recent sign-in for the next 10 minutes. You can also confirm with a passkey or an OpenID Connect provider.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({ password: fields.password, totp: fields.totp }),
  output: fields.ok,
  errors: ['FORBIDDEN'],
  example: { password: 'correct horse battery' },
  tool: forPeople,
  run: async (context, input) => {
    await confirmWithPassword(context, input)
    return fields.done
  },
})

export const remove = operation({
  method: 'POST',
  path: '/app/session/remove',
  summary: 'Sign out',
  description: 'Ends the session of this browser, if any, and deletes its cookie.',
  access: 'public',
  audience: 'people',
  changesAccess: true,
  withoutSecondFactor: true,
  input: Type.Object({}),
  output: fields.ok,
  errors: [],
  example: {},
  tool: forPeople,
  run: async (context) => {
    await endSession(context)
    return fields.done
  },
})

export const end = operation({
  method: 'POST',
  path: '/app/session/end',
  summary: 'Sign out on one browser',
  description:
    'Ends one of your sessions. If it is the session of this browser, its cookie is deleted.',
  access: 'key',
  audience: 'people',
  withoutSecondFactor: true,
  input: Type.Object({ sessionId: fields.id('ID of the session.') }),
  output: fields.ok,
  errors: ['NOT_FOUND'],
  example: { sessionId: fields.exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await endOwnSession(context, input.sessionId)
    return fields.done
  },
})

export const removeAll = operation({
  method: 'POST',
  path: '/app/session/remove-all',
  summary: 'Sign out everywhere',
  description: 'Ends your sessions on all browsers, including this one. API keys keep working.',
  access: 'key',
  audience: 'people',
  changesAccess: true,
  withoutSecondFactor: true,
  input: Type.Object({}),
  output: fields.ok,
  errors: [],
  example: {},
  tool: forPeople,
  run: async (context) => {
    await endAllSessions(context)
    return fields.done
  },
})
