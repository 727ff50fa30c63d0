import * as domain from '../../domain/rights/groups.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, userId, workspaceId } = fields
const none = 'People decide who is in a group.'
const groupId = fields.id('ID of the group.')
const inWorkspace = { workspaceId: exampleIds.workspace }
const oneGroup = { ...inWorkspace, groupId: exampleIds.group }
const name = Type.String({ minLength: 1, maxLength: 100, description: 'Name of the group.' })
const oidcGroup = fields.textOrNull(
  'Value of the groups claim with which single sign-on adds members. Null for none.',
  { maxLength: 200 },
)
const cursor = Type.Optional(
  Type.String({ maxLength: 100, description: '`nextCursor` of the previous response.' }),
)
const nextCursor = fields.textOrNull('Cursor of the next part. Null at the end.')

const group = Type.Object({
  id: groupId,
  name,
  oidcGroup,
  members: Type.Integer({ description: 'Number of members.' }),
})

export const list = operation({
  method: 'POST',
  path: '/v1/groups/list',
  summary: 'List the groups',
  description: 'Returns the groups of a workspace by name. Guests cannot list them.',
  access: 'member',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, limit: fields.limit, cursor }),
  output: Type.Object({ items: Type.Array(group), nextCursor }),
  errors: [],
  example: inWorkspace,
  tool: { none },
  run: async (context, { limit = 50, cursor: after = '' }) => {
    const items = await domain.listGroups(context, { after, limit })
    return { items, nextCursor: items.length < limit ? null : (items.at(-1)?.name ?? null) }
  },
})

export const create = operation({
  method: 'POST',
  path: '/v1/groups/create',
  summary: 'Create a group',
  description:
    'Creates a group of members, who receive permissions together. Requires an admin or owner.',
  access: 'admin',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, name, oidcGroup: Type.Optional(oidcGroup) }),
  output: group,
  errors: ['NAME_TAKEN'],
  example: { ...inWorkspace, name: 'Design' },
  tool: { none },
  run: (context, { name: called, oidcGroup: claim = null }) =>
    domain.createGroup(context, { name: called, oidcGroup: claim }),
})

export const update = operation({
  method: 'POST',
  path: '/v1/groups/update',
  summary: 'Change a group',
  description: 'Changes the name of a group, or its groups claim. Requires an admin or owner.',
  access: 'admin',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({
    workspaceId,
    groupId,
    name: Type.Optional(name),
    oidcGroup: Type.Optional(oidcGroup),
  }),
  output: group,
  errors: ['GROUP_NOT_FOUND', 'NAME_TAKEN'],
  example: { ...oneGroup, name: 'Designers' },
  tool: { none },
  run: (context, { name: called, oidcGroup: claim, ...address }) =>
    domain.updateGroup(context, address, {
      ...(called !== undefined && { name: called }),
      ...(claim !== undefined && { oidcGroup: claim }),
    }),
})

// `delete` is a reserved word.
const remove = operation({
  method: 'POST',
  path: '/v1/groups/delete',
  summary: 'Delete a group',
  description:
    'Deletes a group. Its members immediately lose the access that only the group gave them. Requires an admin or owner.',
  access: 'admin',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, groupId }),
  output: fields.ok,
  errors: ['GROUP_NOT_FOUND', 'LAST_MANAGER'],
  example: oneGroup,
  tool: { none },
  run: async (context, address) => {
    await domain.deleteGroup(context, address)
    return fields.done
  },
})
export { remove as delete }

export const members = operation({
  method: 'POST',
  path: '/v1/groups/members',
  summary: 'List the members of a group',
  description: 'Returns the members of a group. Guests cannot list them.',
  access: 'member',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, groupId, limit: fields.limit, cursor }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        id: userId,
        firstName: Type.String(),
        lastName: Type.String(),
        source: fields.oneOf(['person', 'oidc'], 'Who added the member.'),
      }),
    ),
    nextCursor,
  }),
  errors: ['GROUP_NOT_FOUND'],
  example: oneGroup,
  tool: { none },
  run: async (context, { limit = 50, cursor: after = '', ...address }) => {
    const items = await domain.listGroupMembers(context, address, { after, limit })
    return { items, nextCursor: items.length < limit ? null : (items.at(-1)?.id ?? null) }
  },
})

export const addMember = operation({
  method: 'POST',
  path: '/v1/groups/add-member',
  summary: 'Add a member to a group',
  description: 'Adds a member of the workspace to a group. Requires an admin or owner.',
  access: 'admin',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, groupId, userId }),
  output: fields.ok,
  errors: ['GROUP_NOT_FOUND', 'MEMBER_NOT_FOUND'],
  example: { ...oneGroup, userId: exampleIds.person },
  tool: { none },
  run: async (context, { userId: person, ...address }) => {
    await domain.addToGroup(context, address, person)
    return fields.done
  },
})

export const removeMember = operation({
  method: 'POST',
  path: '/v1/groups/remove-member',
  summary: 'Remove a member from a group',
  description:
    'Removes a person from a group. They immediately lose the access that only the group gave them. Requires an admin or owner.',
  access: 'admin',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, groupId, userId }),
  output: fields.ok,
  errors: ['GROUP_NOT_FOUND', 'LAST_MANAGER'],
  example: { ...oneGroup, userId: exampleIds.person },
  tool: { none },
  run: async (context, { userId: person, ...address }) => {
    await domain.removeFromGroup(context, address, person)
    return fields.done
  },
})
