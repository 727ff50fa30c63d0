import { Type } from 'typebox'
import {
  changeRole,
  expelMember,
  leaveWorkspace,
  listMembers,
} from '../../domain/people/members.ts'
import { createResetLink } from '../../domain/people/sign-in/password-reset.ts'
import { toIso } from '../../lib/clock.ts'
import { roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, userId, workspaceId } = fields
const forPeople = { none: 'Who is a member is for people to decide.' }
const role = fields.oneOf(roles, 'What the member may do.')
const one = { workspaceId: exampleIds.workspace, userId: exampleIds.page }

export const list = operation({
  method: 'POST',
  path: '/app/members/list',
  summary: 'List the members',
  description: 'The people of a workspace and their roles, in the order they joined.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: Type.Object({
    members: Type.Array(
      Type.Object({
        id: userId,
        firstName: Type.String(),
        lastName: Type.String(),
        email: Type.String(),
        emailVerified: Type.Boolean({
          description: 'Whether the person proved that the address is theirs.',
        }),
        role,
        joinedAt: fields.instant,
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'Agents see the members in get_workspace_stats.' },
  run: async ({ store }, input) => ({
    members: (await listMembers(store, input.workspaceId)).map((member) => ({
      ...member,
      emailVerified: member.emailVerified === 1,
      joinedAt: toIso(member.joinedAt),
    })),
  }),
})

export const update = operation({
  method: 'POST',
  path: '/app/members/update',
  summary: 'Give a member another role',
  description: 'Only owners make and change owners. A workspace never loses its last owner.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId, userId, role }),
  output: fields.ok,
  errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER'],
  example: { ...one, role: 'ADMIN' },
  tool: forPeople,
  run: async (context, input) => {
    await changeRole(context, input.workspaceId, input)
    return fields.done
  },
})

export const remove = operation({
  method: 'POST',
  path: '/app/members/remove',
  summary: 'Remove a member',
  description:
    'Their sessions and keys open nothing in this workspace from then on; what they wrote stays. Only owners remove owners.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId, userId }),
  output: fields.ok,
  errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER'],
  example: one,
  tool: forPeople,
  run: async (context, input) => {
    await expelMember(context, input.workspaceId, input.userId)
    return fields.done
  },
})

export const leave = operation({
  method: 'POST',
  path: '/app/members/leave',
  summary: 'Leave a workspace',
  description:
    'Ends your own membership, as `members.remove` ends that of others: what you wrote stays, and coming back takes an invitation. The only owner cannot leave.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId }),
  output: fields.ok,
  errors: ['LAST_OWNER'],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context, input) => {
    await leaveWorkspace(context, input.workspaceId)
    return fields.done
  },
})

export const resetLink = operation({
  method: 'POST',
  path: '/app/members/reset-link',
  summary: 'Make a link to reset a password',
  description:
    'A link, good for an hour and once, to hand to a member who cannot sign in. It opens the whole account: so only for members of no workspace that you do not run.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId, userId }),
  output: Type.Object({ url: Type.String() }),
  errors: ['MEMBER_NOT_FOUND'],
  example: one,
  tool: forPeople,
  run: async (context, input) => ({ url: await createResetLink(context, input) }),
})
