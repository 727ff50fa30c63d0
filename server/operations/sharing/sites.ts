import {
  getSite,
  listSites,
  publishSite,
  type Site,
  unpublishSite,
  updateSite,
} from '../../domain/sharing/sites/publishing.ts'
import { toIso } from '../../lib/clock.ts'
import { Type } from '../../lib/json/type.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'

const { exampleIds, pageId, workspaceId } = fields
const onePage = { workspaceId: exampleIds.workspace, pageId: exampleIds.page }
const forPeople = { none: 'People decide what becomes public.' }

const settings = {
  slug: Type.String({
    minLength: 1,
    maxLength: 60,
    pattern: '^[a-z0-9]+(-[a-z0-9]+)*$',
    description:
      'Last part of the URL: lowercase letters, digits and hyphens. Unique on the server.',
  }),
  title: Type.String({ minLength: 1, maxLength: 200, description: 'Title of the site.' }),
  description: Type.String({
    maxLength: 500,
    description: 'Shown below the title, in search results and in link previews.',
  }),
  language: Type.String({
    minLength: 2,
    maxLength: 35,
    pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$',
    description: 'BCP 47 tag of the language of the site, such as `en` or `pt-BR`.',
  }),
  isIndexed: Type.Boolean({ description: 'Whether search engines may list the site.' }),
}
const choices = {
  slug: Type.Optional(settings.slug),
  title: Type.Optional(settings.title),
  description: Type.Optional(settings.description),
  language: Type.Optional(settings.language),
  isIndexed: Type.Optional(settings.isIndexed),
}

const siteFields = {
  id: fields.id('ID of the site, which is its principal in permissions.'),
  pageId,
  url: Type.String({ description: 'URL of the site. Without PUBLIC_URL it starts with `/`.' }),
  ...settings,
  publishedAt: fields.instant,
  publishedBy: fields.person,
}
const site = Type.Object(siteFields)

export const get = operation({
  method: 'POST',
  path: '/v1/sites/get',
  summary: 'Get the site of a page',
  description: 'Returns the site that is published from this page, or null.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({ site: Type.Union([site, Type.Null()]) }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: forPeople,
  run: async (context, page) => {
    const found = await getSite(context, page)
    return { site: found === null ? null : toJson(found) }
  },
})

export const list = operation({
  method: 'POST',
  path: '/v1/sites/list',
  summary: 'List the published sites',
  description: 'Returns the published sites of a workspace whose page you can read, by slug.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId }),
  output: Type.Object({ sites: Type.Array(site) }),
  errors: [],
  example: { workspaceId: exampleIds.workspace },
  tool: forPeople,
  run: async (context) => ({ sites: (await listSites(context)).map(toJson) }),
})

export const publish = operation({
  method: 'POST',
  path: '/v1/sites/publish',
  summary: 'Publish a page as a site',
  description:
    'Publishes a page and the pages below it as a public website. Requires the level manage on the page. The site shows the pages that everyone in the workspace can read. If not everyone can read the page, the site is granted access to it; sections with their own permissions further down stay hidden. Without a slug, one is made from the title. Publishing a published page updates its site.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, pageId, ...choices }),
  output: Type.Object({ site }),
  errors: ['PAGE_NOT_FOUND', 'ALREADY_EXISTS'],
  example: { ...onePage, title: 'Handbook', language: 'en' },
  tool: forPeople,
  run: async (context, input) => ({ site: toJson(await publishSite(context, input)) }),
})

export const update = operation({
  method: 'POST',
  path: '/v1/sites/update',
  summary: 'Update the site of a page',
  description:
    'Changes only the fields you send. Requires the level manage on the page. The old address stops working when the slug changes.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, pageId, ...choices }),
  output: Type.Object({ site }),
  errors: ['PAGE_NOT_FOUND', 'SITE_NOT_FOUND', 'ALREADY_EXISTS'],
  example: { ...onePage, description: 'How we work.' },
  tool: forPeople,
  run: async (context, input) => ({ site: toJson(await updateSite(context, input)) }),
})

export const unpublish = operation({
  method: 'POST',
  path: '/v1/sites/unpublish',
  summary: 'Unpublish the site of a page',
  description:
    'Takes the site offline immediately and revokes its access to sections. Requires the level manage on the page. The slug stays reserved for the page.',
  access: 'write',
  audience: 'people and keys',
  changesAccess: true,
  writes: true,
  input: Type.Object({ workspaceId, pageId }),
  output: fields.ok,
  errors: ['PAGE_NOT_FOUND', 'SITE_NOT_FOUND'],
  example: onePage,
  tool: forPeople,
  run: async (context, page) => {
    await unpublishSite(context, page)
    return fields.done
  },
})

function toJson(found: Site) {
  return { ...found, publishedAt: toIso(found.publishedAt) }
}
