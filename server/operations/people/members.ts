import { requestedMembership } from '../../domain/people/guests.ts'
import { changeRole, expelMember, leaveWorkspace, membersFor } from '../../domain/people/members.ts'
import { createResetLink } from '../../domain/people/sign-in/password-reset.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { roles } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, userId, workspaceId } = fields
const forPeople = { none: 'People manage members.' }
const role = fields.oneOf(roles, 'Role in the workspace.')
const handOverTo = Type.Optional(fields.id('ID of the member who manages the sections then.'))
const one = { workspaceId: exampleIds.workspace, userId: exampleIds.page }

export const list = operation({
  method: 'POST',
  path: '/app/members/list',
  summary: 'List the members',
  description:
    'Returns the members and guests of a workspace and their roles, in the order they joined.',
  access: 'member',
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
          description: 'Whether the person has confirmed this address.',
        }),
        role,
        joinedAt: fields.instant,
        scope: fields.oneOf(['workspace', 'shared'], '`shared` is a guest.'),
        kind: fields.oneOf(['person', 'agent', 'guest', 'visitor'], 'Kind of account.'),
        icon: fields.textOrNull('Emoji of an agent account.'),
        disabled: Type.Boolean({ description: 'Whether the account is disabled.' }),
      }),
    ),
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'Agents use get_workspace_stats.' },
  run: async ({ store, viewer }) => ({
    members: (await membersFor(store, viewer)).map(({ disabledAt, ...member }) => ({
      ...member,
      disabled: disabledAt !== null,
      emailVerified: member.emailVerified === 1,
      joinedAt: toIso(member.joinedAt),
    })),
  }),
})

export const update = operation({
  method: 'POST',
  path: '/app/members/update',
  summary: 'Change the role of a member',
  description:
    'Only owners can assign or change the owner role. A workspace always keeps at least one owner. With `guest`, the person sees only what is shared with them, and leaves all groups; a role makes a guest a member.',
  access: 'admin',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    workspaceId,
    userId,
    role: Type.Optional(role),
    guest: Type.Optional(Type.Literal(true)),
  }),
  output: fields.ok,
  errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER'],
  example: { ...one, role: 'ADMIN' },
  tool: forPeople,
  run: async (context, input) => {
    const change = { userId: input.userId, ...requestedMembership(input) }
    await changeRole(context, input.workspaceId, change)
    return fields.done
  },
})

export const remove = operation({
  method: 'POST',
  path: '/app/members/remove',
  summary: 'Remove a member',
  description:
    'Their sessions and API keys lose access to this workspace immediately, and the share links they created are revoked. Their content stays. Sections that they manage go to `handOverTo`; without it, an owner can hand them over later. Only owners can remove owners.',
  access: 'admin',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({ workspaceId, userId, handOverTo }),
  output: fields.ok,
  errors: ['MEMBER_NOT_FOUND', 'LAST_OWNER'],
  example: one,
  tool: forPeople,
  run: async (context, input) => {
    await expelMember(context, input.workspaceId, input)
    return fields.done
  },
})

export const leave = operation({
  method: 'POST',
  path: '/app/members/leave',
  summary: 'Leave a workspace',
  description:
    'Ends your own membership. Your content stays, and you need an invitation to come back. The only owner cannot leave. If you are the only manager of a section, name who takes over in `handOverTo`.',
  access: 'read',
  audience: 'people',
  input: Type.Object({ workspaceId, handOverTo }),
  output: fields.ok,
  errors: ['LAST_OWNER', 'LAST_MANAGER'],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context, input) => {
    await leaveWorkspace(context, input.workspaceId, input.handOverTo)
    return fields.done
  },
})

export const resetLink = operation({
  method: 'POST',
  path: '/app/members/reset-link',
  summary: 'Create a password reset link',
  description:
    'Returns a link for a member who cannot sign in. It works once and expires after an hour. Because it gives access to the account, you must be an owner or admin of every workspace of the member.',
  access: 'admin',
  audience: 'people',
  input: Type.Object({ workspaceId, userId }),
  output: Type.Object({ url: Type.String() }),
  errors: ['MEMBER_NOT_FOUND'],
  example: one,
  tool: forPeople,
  run: async (context, input) => ({ url: await createResetLink(context, input) }),
})
