import type { TProperties } from 'typebox'
import { urlOf } from '../../domain/pages/urls.ts'
import {
  createLink,
  levelOf,
  type LinkItem,
  linkLevels,
  listLinks,
  revokeLink,
  updateLink,
} from '../../domain/sharing/links.ts'
import { openLink } from '../../domain/sharing/visitors.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const forPeople = { none: 'People decide who outside of the workspace gets access.' }
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const instantOrNull = (description: string) =>
  Type.Unsafe<string | null>({ type: ['string', 'null'], format: 'date-time', description })

function orNull<Properties extends TProperties>(properties: Properties, description: string) {
  return Type.Union([Type.Object(properties), Type.Null()], { description })
}

const linkId = fields.id('ID of the link.')
const level = fields.oneOf(linkLevels, 'What visitors can do.')
const settings = {
  password: Type.Optional(
    Type.Unsafe<string | null>({
      type: ['string', 'null'],
      minLength: 4,
      maxLength: 200,
      description: 'Password that visitors have to enter. Null removes it.',
    }),
  ),
  allowsUploads: Type.Optional(
    Type.Boolean({
      description: 'Whether visitors who can edit can upload files. Default: false.',
    }),
  ),
  expiresAt: Type.Optional(instantOrNull('When the link stops working. Null means never.')),
}

const link = {
  id: linkId,
  pageId,
  level,
  hasPassword: Type.Boolean(),
  allowsUploads: Type.Boolean(),
  expiresAt: instantOrNull('When the link stops working. Null means never.'),
  createdAt: fields.instant,
  createdBy: fields.person,
  views: Type.Integer({ description: 'Number of visitor sessions.' }),
  lastViewedAt: instantOrNull('When a visitor last opened the link.'),
  revokedAt: instantOrNull('When the link was revoked.'),
}

export const list = operation({
  method: 'POST',
  path: '/v1/links/list',
  summary: 'List the share links of a page',
  description:
    'Returns the links of a page, oldest first, without their URLs. Requires the level `manage` on the page.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    pageId,
    limit: fields.limit,
    cursor: Type.Optional(
      Type.String({ maxLength: 100, description: '`nextCursor` of the previous response.' }),
    ),
  }),
  output: Type.Object({
    items: Type.Array(Type.Object(link)),
    nextCursor: fields.textOrNull('Cursor of the next part. Null at the end.'),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: forPeople,
  run: async (context, { limit = 50, cursor, ...page }) => {
    const { items, nextCursor } = await listLinks(context, { ...page, limit, after: cursor })
    return { items: items.map(toLink), nextCursor }
  },
})

export const create = operation({
  method: 'POST',
  path: '/v1/links/create',
  summary: 'Create a share link',
  description:
    'Creates a link with which anyone can open the page and everything below it that is in the same reach, without an account. The URL is returned only once. Without PUBLIC_URL it starts with `/`. Requires the level `manage` on the page.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  input: Type.Object({ workspaceId, pageId, level, ...settings }),
  output: Type.Object({
    ...link,
    url: fields.shownOnce('URL of the link. Absent in a repeated response.'),
  }),
  writes: true,
  errors: ['PAGE_NOT_FOUND', 'QUOTA_EXCEEDED'],
  example: { ...onePage, level: 'read' },
  tool: forPeople,
  run: async (context, { expiresAt, ...input }) => {
    const created = await createLink(context, { ...input, ...toExpiry(expiresAt) })
    const url = urlOf(context, `/s/${created.link.id}#${created.token}`)
    return { ...toLink(created.link), url }
  },
})

export const update = operation({
  method: 'POST',
  path: '/v1/links/update',
  summary: 'Update a share link',
  description:
    'Changes only the given settings. They apply at once. A new password ends the sessions of all visitors.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  input: Type.Object({ workspaceId, pageId, linkId, level: Type.Optional(level), ...settings }),
  output: Type.Object(link),
  writes: true,
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND'],
  example: { ...onePage, linkId: exampleIds.link, level: 'comment' },
  tool: forPeople,
  run: async (context, { expiresAt, ...input }) =>
    toLink(await updateLink(context, { ...input, ...toExpiry(expiresAt) })),
})

export const revoke = operation({
  method: 'POST',
  path: '/v1/links/revoke',
  summary: 'Revoke a share link',
  description: 'The link and the sessions of its visitors end immediately.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  input: Type.Object({ workspaceId, pageId, linkId }),
  output: fields.ok,
  writes: true,
  errors: ['PAGE_NOT_FOUND', 'NOT_FOUND'],
  example: { ...onePage, linkId: exampleIds.link },
  tool: forPeople,
  run: async (context, input) => {
    await revokeLink(context, input)
    return fields.done
  },
})

export const open = operation({
  method: 'POST',
  path: '/app/links/open',
  summary: 'Open a share link',
  description:
    'Starts the session of a visitor, or continues the one of this browser. A signed-in person who can read the page is told to open it as themselves. With `needsPassword`, repeat the call with the password.',
  access: 'public',
  audience: 'people',
  visitors: 'read',
  input: Type.Object({
    token: fields.token,
    password: Type.Optional(Type.String({ maxLength: 200 })),
    name: Type.Optional(
      Type.String({ maxLength: 200, description: 'Name shown with what the visitor writes.' }),
    ),
  }),
  output: Type.Object({
    needsPassword: Type.Boolean(),
    page: orNull({ workspaceId, pageId }, 'Page to open as yourself.'),
    visitor: orNull(
      {
        linkId,
        workspaceId,
        pageId,
        level,
        allowsUploads: Type.Boolean(),
        expiresAt: instantOrNull('When the link stops working. Null means never.'),
        keepsLineBreaks: Type.Boolean({
          description: 'Whether a line end within a paragraph is shown as a line break.',
        }),
        userId: fields.idOrNull('ID of the visitor. Null until they give a name.'),
      },
      'What the visitor can open.',
    ),
  }),
  errors: ['LINK_INVALID', 'SIGN_IN_FAILED', 'RATE_LIMITED'],
  example: { token: 'token from the link', name: 'Bob' },
  tool: forPeople,
  run: async (context, input) => {
    const opened = await openLink(context, input)
    if (opened.as === 'anonymous') return { needsPassword: true, page: null, visitor: null }
    if (opened.as === 'member') {
      const { workspaceId, pageId } = opened
      return { needsPassword: false, page: { workspaceId, pageId }, visitor: null }
    }
    const { as: _visitor, ...visitor } = opened
    const expiresAt = toIsoOrNull(visitor.expiresAt)
    return { needsPassword: false, page: null, visitor: { ...visitor, expiresAt } }
  },
})

function toExpiry(expiresAt: string | null | undefined) {
  if (expiresAt === undefined) return {}
  return { expiresAt: expiresAt === null ? null : Date.parse(expiresAt) }
}

function toLink(row: LinkItem) {
  const { passwordHash, allowsUploads, createdBy, firstName, lastName } = row
  return {
    id: row.id,
    pageId: row.pageId,
    level: levelOf(row),
    hasPassword: passwordHash !== null,
    allowsUploads: allowsUploads === 1,
    expiresAt: toIsoOrNull(row.expiresAt),
    createdAt: toIso(row.createdAt),
    createdBy: { id: createdBy, firstName, lastName },
    views: row.views,
    lastViewedAt: toIsoOrNull(row.lastViewedAt),
    revokedAt: toIsoOrNull(row.revokedAt),
  }
}

function toIsoOrNull(at: number | null): string | null {
  return at === null ? null : toIso(at)
}
