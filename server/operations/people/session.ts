import { Type } from 'typebox'
import { confirmWithPassword } from '../../domain/people/profile.ts'
import {
  endAllSessions,
  endOwnSession,
  endSession,
  listSessions,
} from '../../domain/people/sign-in/sessions.ts'
import { getSelf, signInWithPassword } from '../../domain/people/sign-in/sign-in.ts'
import { toIso } from '../../lib/clock.ts'
import { roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const forPeople = { none: 'Signing in is for people; agents have keys.' }

export const create = operation({
  method: 'POST',
  path: '/app/session/create',
  summary: 'Sign in with e-mail and password',
  description:
    'Signs this browser in: its cookie holds the session for 30 days after the last use, and 90 days at most. Where the person has a second factor, `totp` is its code or a recovery code.',
  access: 'public',
  audience: 'people',
  input: Type.Object({
    email: fields.email,
    password: fields.password,
    totp: fields.totp,
  }),
  output: Type.Object({ userId: fields.userId }),
  errors: ['SIGN_IN_FAILED', 'TOTP_REQUIRED'],
  example: { email: 'ada@example.com', password: 'correct horse battery' },
  tool: forPeople,
  run: async (context, input) => ({ userId: await signInWithPassword(context, input) }),
})

export const get = operation({
  method: 'POST',
  path: '/app/session/get',
  summary: 'Who is signed in',
  description: 'The person whose session this is, and the workspaces they are a member of.',
  access: 'key',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Object({
    user: Type.Object({
      id: fields.userId,
      firstName: Type.String(),
      lastName: Type.String(),
      email: Type.String(),
      emailVerified: Type.Boolean({ description: 'Whether the person proved that it is theirs.' }),
      language: fields.languageOrNull,
      hasPassword: Type.Boolean(),
      hasTotp: Type.Boolean(),
    }),
    rights: Type.Object({
      isAdministrator: Type.Boolean({ description: 'Whether they run this server.' }),
      mayCreateWorkspaces: Type.Boolean(),
      mayInvite: Type.Boolean({ description: 'Into workspaces whose owner or admin they are.' }),
    }),
    workspaces: Type.Array(
      Type.Object({
        id: fields.workspaceId,
        name: Type.String(),
        slug: Type.String(),
        role: fields.oneOf(roles, 'What the person may do there.'),
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
  description: 'Every browser you are signed in on, the one used last first.',
  access: 'key',
  audience: 'people',
  input: Type.Object({}),
  output: Type.Object({
    sessions: Type.Array(
      Type.Object({
        id: fields.id('The session.'),
        createdAt: fields.instant,
        lastUsedAt: fields.instant,
        userAgent: Type.String({ description: 'What the browser says of itself.' }),
        address: fields.textOrNull('The IP address they signed in from.'),
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
  summary: 'Confirm with the password that it is you',
  description:
    'For the next 10 minutes this session may do what asks for a recent sign-in. `passkeys.confirm` and a provider of OpenID Connect do the same.',
  access: 'key',
  audience: 'people',
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
  description: 'Ends the session of this browser, if there is one, and takes its cookie away.',
  access: 'public',
  audience: 'people',
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
    'Ends one of your sessions, as `session.list` names them; where it is the one of this browser, its cookie is taken away.',
  access: 'key',
  audience: 'people',
  input: Type.Object({ sessionId: fields.id('The session.') }),
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
  description: 'Ends your sessions on every browser, this one too. Keys stay.',
  access: 'key',
  audience: 'people',
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
