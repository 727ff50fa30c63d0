import { urlOf } from '../../domain/pages/urls.ts'
import type { SkillLink } from '../../domain/skills/links/links.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, workspaceId } = fields
const forPeople = { none: 'People decide who gets skills without an account.' }
const loadLinks = () => import('../../domain/skills/links/links.ts')
const linkId = fields.id('ID of the link.')
const pageId = Type.Optional(
  fields.id('ID of the only skill. Without it, all skills; only for owners and admins.'),
)
const one = { workspaceId: exampleIds.workspace, pageId: exampleIds.skill }

const link = {
  id: linkId,
  pageId: fields.idOrNull('The only skill. Null for all that its creator can read.'),
  createdAt: fields.instant,
  createdBy: fields.person,
  expiresAt: fields.instant,
}

export const list = operation({
  method: 'POST',
  path: '/v1/skill-links/list',
  summary: 'List the links of a skill',
  description:
    'Returns the links that serve the skill without an account, oldest first, without their URLs. Requires the right to publish the skill.',
  access: 'write',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({ links: Type.Array(Type.Object(link)) }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND'],
  example: one,
  tool: forPeople,
  run: async (context, { pageId: skill = null, ...input }) => {
    const { listSkillLinks } = await loadLinks()
    return { links: (await listSkillLinks(context, { ...input, pageId: skill })).map(toLink) }
  },
})

export const create = operation({
  method: 'POST',
  path: '/v1/skill-links/create',
  summary: 'Create a link to a skill',
  description:
    'Creates a URL from which anyone can install the published skill without an account, as with `npx skills add`, until the link expires or is revoked, or you can no longer publish the skill. The URL is returned only once. Without PUBLIC_URL it starts with `/`. Requires the right to publish the skill.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    expiresAt: Type.Optional(
      Type.String({
        format: 'date-time',
        description: 'When the link stops working: in 30 days by default, at most in 366.',
      }),
    ),
  }),
  output: Type.Object({
    ...link,
    url: fields.shownOnce('URL of the link. Absent in a repeated response.'),
  }),
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: one,
  tool: forPeople,
  run: async (context, { pageId: skill = null, expiresAt, ...input }) => {
    const { createSkillLink } = await loadLinks()
    const created = await createSkillLink(context, {
      ...input,
      pageId: skill,
      ...(expiresAt !== undefined && { expiresAt: Date.parse(expiresAt) }),
    })
    const url = urlOf(context, `/skill-links/${created.token}`)
    return { ...toLink(created.link), url }
  },
})

export const revoke = operation({
  method: 'POST',
  path: '/v1/skill-links/revoke',
  summary: 'Revoke a link to a skill',
  description: 'The next request with the link is refused. What was installed stays.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, pageId, linkId }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND'],
  example: { ...one, linkId: exampleIds.skillLink },
  tool: forPeople,
  run: async (context, { pageId: skill = null, ...input }) => {
    const { revokeSkillLink } = await loadLinks()
    await revokeSkillLink(context, { ...input, pageId: skill })
    return fields.done
  },
})

function toLink({ id, pageId: skill, createdAt, createdBy, expiresAt, ...by }: SkillLink) {
  return {
    id,
    pageId: skill,
    createdAt: toIso(createdAt),
    createdBy: { id: createdBy, firstName: by.firstName, lastName: by.lastName },
    expiresAt: toIso(expiresAt),
  }
}
