import { guestLevels, requestedMembership } from '../../domain/people/guests.ts'
import {
  acceptInvitation,
  createInvitation,
  getInvitation,
  listInvitations,
  revokeInvitation,
} from '../../domain/people/invitations.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'People manage invitations.' }
const role = fields.oneOf(roles, 'Role of the new member.')
const isGuest = Type.Boolean({ description: 'Whether the person joins as a guest.' })
const exampleToken = 'token from the link'

export const create = operation({
  method: 'POST',
  path: '/app/invitations/create',
  summary: 'Create an invitation link',
  description:
    'Creates a link that one person can use to join within 7 days. With `email`, only that person can use it, and the server emails it if it can. The link is returned only once. Only owners can invite owners. With `guest`, the person sees only what is shared with them: the page with what is below it, which you must manage. Server settings can limit invitations to administrators.',
  access: 'admin',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    workspaceId,
    role: Type.Optional(role),
    email: Type.Optional(fields.email),
    guest: Type.Optional(Type.Literal(true)),
    pageId: Type.Optional(fields.pageId),
    level: Type.Optional(fields.oneOf(guestLevels, 'Level of the guest on the page.')),
  }),
  output: Type.Object({
    id: fields.id('ID of the invitation.'),
    url: Type.String(),
    expiresAt: fields.instant,
    mailed: Type.Boolean(),
  }),
  errors: ['QUOTA_EXCEEDED', 'PAGE_NOT_FOUND'],
  example: { workspaceId: exampleIds.workspace, role: 'MEMBER', email: 'bob@example.com' },
  tool: forPeople,
  run: async (context, input) => {
    const { workspaceId, email, pageId = null, level = 'read' } = input
    const created = await createInvitation(context, {
      workspaceId,
      role: requestedMembership(input).role,
      ...(email === undefined ? {} : { email }),
      ...(input.guest === undefined ? {} : { guest: { pageId, level } }),
    })
    return { ...created, expiresAt: toIso(created.expiresAt) }
  },
})

export const list = operation({
  method: 'POST',
  path: '/app/invitations/list',
  summary: 'List pending invitations',
  description: 'Returns the unused invitations of a workspace, newest first, without their links.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    invitations: Type.Array(
      Type.Object({
        id: fields.id('ID of the invitation.'),
        role,
        isGuest,
        email: fields.textOrNull(
          'Email address of the invited person. Null means anyone with the link.',
        ),
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
      id: row.id,
      role: row.role,
      email: row.email,
      isGuest: row.scope === 'shared',
      createdAt: toIso(row.createdAt),
      expiresAt: toIso(row.expiresAt),
    })),
  }),
})

export const revoke = operation({
  method: 'POST',
  path: '/app/invitations/revoke',
  summary: 'Revoke an invitation',
  description: 'Its link stops working immediately.',
  access: 'admin',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({ workspaceId, invitationId: fields.id('ID of the invitation.') }),
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
  summary: 'Get an invitation',
  description: 'Returns the workspace of an invitation link and who sent it.',
  access: 'public',
  audience: 'people',
  input: Type.Object({ token: fields.token }),
  output: Type.Object({
    workspaceName: Type.String(),
    inviter: Type.String(),
    role,
    isGuest,
    email: fields.textOrNull(
      'Email address of the invited person. Null means anyone with the link.',
    ),
  }),
  errors: ['LINK_INVALID'],
  example: { token: exampleToken },
  tool: forPeople,
  run: (context, { token }) => getInvitation(context, token),
})

export const accept = operation({
  method: 'POST',
  path: '/app/invitations/accept',
  summary: 'Accept an invitation',
  description:
    'Adds the signed-in person to the workspace. If nobody is signed in, creates an account from the name, email address and password, and signs in.',
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
