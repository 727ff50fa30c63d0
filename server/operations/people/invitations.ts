import { Type } from 'typebox'
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  listInvitations,
  revokeInvitation,
} from '../../domain/people/invitations.ts'
import { toIso } from '../../lib/clock.ts'
import { roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'Who joins is for people to decide.' }
const role = fields.oneOf(roles, 'What who joins may do.')
const exampleToken = 'what stands after the #'

export const create = operation({
  method: 'POST',
  path: '/app/invitations/create',
  summary: 'Invite somebody by a link',
  description:
    'Makes a link by which one person joins within 7 days. With an `email` only that person can, and gets it by mail where this server can send mail. The link is shown this once. Only owners invite owners, and administrators of the server can keep invitations to themselves.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId, role, email: Type.Optional(fields.email) }),
  output: Type.Object({
    id: fields.id('The invitation.'),
    url: Type.String(),
    expiresAt: fields.instant,
    mailed: Type.Boolean(),
  }),
  errors: ['QUOTA_EXCEEDED'],
  example: { workspaceId: exampleIds.workspace, role: 'MEMBER', email: 'bob@example.com' },
  tool: forPeople,
  run: async (context, input) => {
    const made = await createInvitation(context, input)
    return { ...made, expiresAt: toIso(made.expiresAt) }
  },
})

export const list = operation({
  method: 'POST',
  path: '/app/invitations/list',
  summary: 'List the open invitations',
  description: 'Those of a workspace that nobody has used, the newest first, without their links.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    invitations: Type.Array(
      Type.Object({
        id: fields.id('The invitation.'),
        role,
        email: fields.textOrNull('The only person it is for.'),
        createdAt: fields.instant,
        expiresAt: fields.instant,
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context, input) => ({
    invitations: (await listInvitations(context, input.workspaceId)).map((row) => ({
      ...row,
      createdAt: toIso(row.createdAt),
      expiresAt: toIso(row.expiresAt),
    })),
  }),
})

export const revoke = operation({
  method: 'POST',
  path: '/app/invitations/revoke',
  summary: 'Take an invitation back',
  description: 'Its link is good for nothing from then on.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId, invitationId: fields.id('The invitation.') }),
  output: fields.ok,
  errors: ['LINK_INVALID'],
  example: { workspaceId: exampleIds.workspace, invitationId: exampleIds.page },
  tool: forPeople,
  run: async (context, input) => {
    await revokeInvitation(context, input)
    return fields.done
  },
})

export const get = operation({
  method: 'POST',
  path: '/app/invitations/get',
  summary: 'What an invitation is for',
  description: 'Tells whoever has the link which workspace it leads to, and who invites.',
  access: 'public',
  audience: 'people',
  input: Type.Object({ token: fields.token }),
  output: Type.Object({
    workspaceName: Type.String(),
    inviter: Type.String(),
    role,
    email: fields.textOrNull('The only person it is for.'),
  }),
  errors: ['LINK_INVALID'],
  example: { token: exampleToken },
  tool: forPeople,
  run: (context, { token }) => getInvitation(context, token),
})

export const accept = operation({
  method: 'POST',
  path: '/app/invitations/accept',
  summary: 'Join a workspace',
  description:
    'Makes the signed-in person a member. Where nobody is signed in, makes a person from name, e-mail address and password, and signs them in.',
  access: 'public',
  audience: 'people',
  input: Type.Object({
    token: fields.token,
    firstName: Type.Optional(fields.personName),
    lastName: Type.Optional(fields.personName),
    email: Type.Optional(fields.email),
    password: Type.Optional(fields.newPassword),
    language: Type.Optional(fields.languageOrNull),
  }),
  output: Type.Object({ workspaceId }),
  errors: ['LINK_INVALID', 'ALREADY_EXISTS', 'FORBIDDEN'],
  example: {
    token: exampleToken,
    firstName: 'Bob',
    lastName: 'Brown',
    password: 'correct horse battery',
  },
  tool: forPeople,
  run: async (context, input) => ({ workspaceId: await acceptInvitation(context, input) }),
})
