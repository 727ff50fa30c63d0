import { createPrivatePage as createNewPrivatePage } from '../../domain/pages/create.ts'
import {
  deleteHidden as removeHidden,
  handOver as giveTo,
  listHidden,
} from '../../domain/pages/sections/hidden.ts'
import { previewMove as findGains } from '../../domain/pages/sections/preview-move.ts'
import { listShared } from '../../domain/pages/sections/shared-pages.ts'
import { type Level, levels } from '../../domain/rights/levels.ts'
import { accessOf, changedAccessOf } from '../../domain/rights/page-access.ts'
import {
  maxReviewersOfSection,
  type ReviewCount,
  reviewCounts,
} from '../../domain/rights/reviewers.ts'
import { changeAccess, resetAccess } from '../../domain/rights/sections.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import { pageFields } from '../../lib/page-fields.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const none = 'People decide who can access a page.'

const levelOrNull = (description: string) =>
  Type.Unsafe<Level | null>({
    type: ['string', 'null'],
    enum: [...levels, null],
    description,
  })
const everyoneLevel = (description: string) =>
  Type.Unsafe<Level | 'role' | null>({
    type: ['string', 'null'],
    enum: ['role', ...levels, null],
    description,
  })

const principalFields = {
  type: fields.oneOf(
    ['person', 'group', 'link', 'webhook', 'chat', 'site', 'everyone'],
    'Kind of principal.',
  ),
  id: fields.id('ID of the principal.'),
  name: Type.String({ description: 'Empty for a share link and for everyone.' }),
  email: Type.Optional(Type.String({ description: 'Email address of a person.' })),
}
const principal = Type.Object(principalFields)

const reviewCount = Type.Unsafe<ReviewCount>({
  type: 'integer',
  enum: [...reviewCounts],
  description:
    'How many of the reviewers must accept a proposal. With 0, everyone with the level write accepts.',
})

const access = Type.Object({
  pageId,
  level: levelOrNull('What you may do with the page. Null if this change ended your access.'),
  canManage: Type.Boolean({ description: 'Whether you can change the permissions.' }),
  isSection: Type.Boolean({ description: 'Whether the page has permissions of its own.' }),
  inherits: Type.Boolean({ description: 'Whether the permissions of the parent apply.' }),
  everyone: everyoneLevel('What everyone in the workspace may do; `role` follows their role.'),
  section: Type.Union([Type.Object({ pageId, title: Type.String() }), Type.Null()], {
    description: 'The nearest page, at or above this one, with permissions of its own.',
  }),
  grants: Type.Array(
    Type.Object({
      principal,
      level: fields.oneOf(levels, 'What the principal may do.'),
      inherited: Type.Boolean({ description: 'Whether the level comes from a page above.' }),
    }),
    { description: 'Who else has access. Without the level write, only your own grant.' },
  ),
  review: Type.Union(
    [
      Type.Object({
        required: reviewCount,
        reviewers: Type.Array(principal, {
          description: 'Without the level write, only yourself.',
        }),
        inherited: Type.Boolean({ description: 'Whether the rule is that of a page above.' }),
      }),
      Type.Null(),
    ],
    { description: 'Who reviews proposals. Null: everyone with the level write.' },
  ),
  pages: Type.Integer({
    description: 'Number of pages that share these permissions, in `section`.',
  }),
})

export const get = operation({
  method: 'POST',
  path: '/v1/permissions/get',
  summary: 'Get the permissions of a page',
  description:
    'Returns who can access a page, and what you may do with it. Callers who cannot change the page see only their own grant.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: access,
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: (context, input) => accessOf(context, input.pageId),
})

export const update = operation({
  method: 'POST',
  path: '/v1/permissions/update',
  summary: 'Change the permissions of a page',
  description:
    'Changes who can access a page and the pages below it, down to the next page with permissions of its own. Fields that you leave out do not change. A page that had no permissions of its own starts with those of its parent, and you manage it. For a private page, set `inherits` to false and `everyone` to null. At least one person or group must keep the level manage. Requires the level manage, or to be the author of a page with the permissions of the workspace.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    inherits: Type.Optional(
      Type.Boolean({
        description:
          'Whether the permissions of the parent apply too. With false, only `everyone` and `grants` of this page give access. If you leave it out and narrow an inherited level, the page stops inheriting and keeps the other permissions.',
      }),
    ),
    everyone: Type.Optional(
      everyoneLevel(
        'What everyone in the workspace may do; `role` follows the role of each member. Null gives access only to `grants`.',
      ),
    ),
    grants: Type.Optional(
      Type.Array(
        Type.Object({
          principalId: fields.id('ID of a member, group, webhook or chat subscription.'),
          level: levelOrNull('Null ends the access.'),
        }),
        { maxItems: 200, description: 'The grants to change.' },
      ),
    ),
    review: Type.Optional(
      Type.Union(
        [
          Type.Object({
            required: reviewCount,
            reviewerIds: Type.Array(fields.id('ID of a member, group or agent.'), {
              maxItems: maxReviewersOfSection,
              description:
                'A group stands for its people. Only owners and admins add agents, which then may accept proposals here.',
            }),
          }),
          Type.Null(),
        ],
        {
          description:
            'Who reviews proposals to change these pages. Null: the rule of the parent, if the page inherits its permissions, or none.',
        },
      ),
    ),
  }),
  output: access,
  errors: ['PAGE_NOT_FOUND', 'LAST_MANAGER'],
  example: { ...onePage, inherits: false, everyone: null },
  tool: { none },
  run: async (context, { pageId: id, inherits, everyone, grants, review }) => {
    await changeAccess(context, id, { inherits, everyone, grants, review })
    return changedAccessOf(context, id)
  },
})

export const createPrivatePage = operation({
  method: 'POST',
  path: '/v1/permissions/create-private-page',
  summary: 'Create a private page',
  description:
    'Creates a page at the top level that only you can access, and that you manage. Nobody else ever sees it.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    title: Type.String({ minLength: 1, maxLength: pageFields.title.maxLength }),
    markdown: Type.Optional(Type.String({ maxLength: 50_000 })),
  }),
  output: Type.Object({ pageId }),
  errors: ['QUOTA_EXCEEDED'],
  example: { workspaceId: exampleIds.workspace, title: 'Draft', markdown: 'Not ready yet.' },
  tool: { none },
  run: async (context, { markdown = '', ...input }) => ({
    pageId: await createNewPrivatePage(context, { ...input, ownership: 'TEXT', markdown }),
  }),
})

export const reset = operation({
  method: 'POST',
  path: '/v1/permissions/reset',
  summary: 'Reset the permissions of a page',
  description:
    'Removes the permissions of a page, so that those of its parent apply again. Has no effect on a page without permissions of its own.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: access,
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, input) => {
    await resetAccess(context, input.pageId)
    return changedAccessOf(context, input.pageId)
  },
})

const part = {
  limit: fields.limit,
  cursor: Type.Optional(
    Type.String({ maxLength: 100, description: '`nextCursor` of the previous response.' }),
  ),
}
const nextCursor = fields.textOrNull('Cursor of the next part. Null at the end.')

export const sharedWithMe = operation({
  method: 'POST',
  path: '/v1/permissions/shared-with-me',
  summary: 'List the pages shared with you',
  description:
    'Returns the pages that you can read below a page that you cannot read. Guests also find the top-level pages that were shared with them.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, ...part }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        ...fields.pageLine,
        level: fields.oneOf(levels, 'What you may do with the page.'),
      }),
    ),
    nextCursor,
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: { none: 'Agents find these pages at the top level of list_pages.' },
  run: async (context, { limit = 50, cursor: after = '' }) => {
    const items = await listShared(context, { after, limit })
    return { items, nextCursor: items.length < limit ? null : (items.at(-1)?.id ?? null) }
  },
})

export const previewMove = operation({
  method: 'POST',
  path: '/v1/permissions/preview-move',
  summary: 'Preview who could do more after a move',
  description:
    'Returns who could do more with a page under another parent than now. Requires the level write on the page and on the new parent, as the move does.',
  access: 'write',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    pageId,
    newParentId: fields.idOrNull('ID of the new parent page. Null means the top level.'),
  }),
  output: Type.Object({
    widens: Type.Boolean({ description: 'Whether anyone gains access or a higher level.' }),
    gains: Type.Array(
      Type.Object({
        ...principalFields,
        hasAccess: Type.Boolean({
          description: 'Whether they can read the page already, and would gain a higher level.',
        }),
      }),
      { description: 'Who gains it.' },
    ),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: { ...onePage, newParentId: exampleIds.parent },
  tool: { none },
  run: (context, input) => findGains(context, input),
})

const ofOwners = { none: 'Owners decide about pages that they cannot read.' }

export const hidden = operation({
  method: 'POST',
  path: '/app/permissions/hidden',
  summary: 'List the sections you cannot read',
  description:
    'Returns pages with permissions of their own that you, an owner, cannot read, without their titles. You can hand them over or delete them.',
  access: 'owner',
  audience: 'people',
  input: Type.Object({ workspaceId, ...part }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        pageId,
        pages: Type.Integer({ description: 'Number of pages, with those in the trash.' }),
        managers: Type.Array(Type.Object({ id: fields.userId, name: Type.String() })),
        createdAt: fields.instant,
      }),
    ),
    nextCursor,
  }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: ofOwners,
  run: async (context, { limit = 50, cursor: after = '' }) => {
    const rows = await listHidden(context, { after, limit })
    const items = rows.map((row) => ({ ...row, createdAt: toIso(row.createdAt) }))
    return { items, nextCursor: items.length < limit ? null : (items.at(-1)?.pageId ?? null) }
  },
})

export const handOver = operation({
  method: 'POST',
  path: '/app/permissions/hand-over',
  summary: 'Hand over a section',
  description:
    'Lets a member manage a page with permissions of its own, also one that you cannot read. Its managers are notified by email. You can hand it over to yourself if no one manages it. Requires an owner.',
  access: 'owner',
  audience: 'people',
  changesAccess: true,
  input: Type.Object({
    workspaceId,
    pageId,
    newManagerId: fields.id('ID of the member who will manage the page.'),
  }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'MEMBER_NOT_FOUND'],
  example: { ...onePage, newManagerId: exampleIds.person },
  tool: ofOwners,
  run: async (context, input) => {
    await giveTo(context, input)
    return fields.done
  },
})

export const deleteHidden = operation({
  method: 'POST',
  path: '/app/permissions/delete-hidden',
  summary: 'Delete a section you cannot read',
  description:
    'Moves a page that you cannot read to the trash, with all pages below it. If it is in the trash already, deletes it permanently. Its managers are notified by email. Requires an owner.',
  access: 'owner',
  audience: 'people',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    ok: Type.Literal(true),
    pages: Type.Integer({ description: 'Number of deleted pages.' }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: ofOwners,
  run: async (context, input) => ({
    ok: true as const,
    pages: await removeHidden(context, input.pageId),
  }),
})
