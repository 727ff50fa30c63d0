import { Type } from '../../lib/json/type.ts'
import { loadOnce } from '../../lib/load-later.ts'
import { linkKinds } from '../../lib/vocabulary.ts'
import * as fields from '../fields.ts'
import { operation } from '../operation.ts'
import {
  block,
  cursor,
  limit,
  listedPage,
  nextCursor,
  sentence,
  toPage,
  withPage,
} from './fields.ts'

const { exampleIds, pageId, workspaceId } = fields
const inWorkspace = { workspaceId: exampleIds.workspace }
const onePage = { ...inWorkspace, pageId: exampleIds.page }
const none = 'Another tool would cost every agent tokens.'
// The first answer of the server does without them.
const loadBacklinks = loadOnce(() => import('../../domain/links/backlinks.ts'))
const loadMentions = loadOnce(() => import('../../domain/links/mentions.ts'))
const loadPreview = loadOnce(() => import('../../domain/links/preview.ts'))
const loadUpkeep = loadOnce(() => import('../../domain/links/upkeep.ts'))

const oneLink = {
  page: listedPage,
  kind: fields.oneOf(linkKinds, 'A mention shows the title of the page.'),
  anchor: fields.textOrNull('The heading or block that it leads to. Null is the page.'),
  block,
  sentence,
}

export const backlinks = operation({
  method: 'POST',
  path: '/v1/page-links/backlinks',
  summary: 'List the links to a page',
  description:
    'Returns the links to a page from others that you can read, newest page first, each with the sentence around it.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, limit, cursor }),
  output: Type.Object({
    items: Type.Array(Type.Object(oneLink)),
    links: Type.Integer({ description: 'Number of all links, at most 1,000.' }),
    pages: Type.Integer({ description: 'Number of pages that these links are on.' }),
    nextCursor,
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, { limit: maxItems = 50, cursor: after, ...page }) => {
    const part = { limit: maxItems, cursor: after }
    const { listBacklinks } = await loadBacklinks()
    const { items, ...found } = await listBacklinks(context, page, part)
    return { ...found, items: items.map(withPage) }
  },
})

export const mentions = operation({
  method: 'POST',
  path: '/v1/page-links/mentions',
  summary: 'List where a page is named without a link',
  description:
    'Returns pages whose text has the title of a page, but no link to it: those among the 100 best results of a search.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId, limit }),
  output: Type.Object({
    items: Type.Array(Type.Object({ page: listedPage, block, sentence })),
    hasMore: Type.Boolean({
      description:
        'Whether there can be more: more than `limit`, or than the search looks through.',
    }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, { limit: maxItems = 50, ...page }) => {
    const { listMentions } = await loadMentions()
    const { items, hasMore } = await listMentions(context, page, maxItems)
    return { items: items.map(withPage), hasMore }
  },
})

export const link = operation({
  method: 'POST',
  path: '/v1/page-links/link',
  summary: 'Make the name of a page a link',
  description:
    'Makes the first place in a block that has the title of another page a link to that page.',
  access: 'write',
  audience: 'people and keys',
  writes: true,
  input: Type.Object({
    workspaceId,
    pageId,
    block,
    targetPageId: fields.id('ID of the page to link to.'),
  }),
  output: Type.Object({ version: Type.Integer({ description: 'The new version of the page.' }) }),
  errors: ['PAGE_NOT_FOUND', 'TEXT_NOT_FOUND', 'BUSY'],
  example: { ...onePage, block: 2, targetPageId: exampleIds.parent },
  tool: { none },
  run: async (context, { targetPageId, ...position }) => {
    const { linkMention } = await loadMentions()
    return { version: await linkMention(context, position, targetPageId) }
  },
})

export const broken = operation({
  method: 'POST',
  path: '/v1/page-links/broken',
  summary: 'List broken links',
  description:
    'Returns links to pages that are missing, in the trash or without the heading or block, of one page or of all pages that you can read, and wikilinks to pages that do not exist yet. A page that you cannot read is missing.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    pageId: Type.Optional(fields.id('Only the links of this page.')),
    limit,
    cursor,
  }),
  output: Type.Object({
    items: Type.Array(
      Type.Object({
        ...oneLink,
        targetId: fields.idOrNull('ID of the page that it leads to. Null if it is wanted.'),
        name: fields.textOrNull(
          'The title or path of the page that a wanted link has. Null for other links.',
        ),
        reason: fields.oneOf(
          ['wanted', 'missing', 'trash', 'anchor'],
          'Why it is broken. A link is wanted until a page has its title.',
        ),
      }),
    ),
    nextCursor,
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: inWorkspace,
  tool: { none },
  run: async (context, { limit: maxItems = 50, cursor: after, pageId: ofPage }) => {
    const part = { limit: maxItems, cursor: after }
    const { listBrokenLinks } = await loadUpkeep()
    const found = await listBrokenLinks(context, ofPage, part)
    return { ...found, items: found.items.map(withPage) }
  },
})

export const orphans = operation({
  method: 'POST',
  path: '/v1/page-links/orphans',
  summary: 'List pages that nothing leads to',
  description:
    'Returns pages at the top level without a link to them and without pages below, as far as you can read, oldest first.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, limit, cursor }),
  output: Type.Object({ items: Type.Array(listedPage), nextCursor }),
  errors: [],
  example: inWorkspace,
  tool: { none },
  run: async (context, { limit: maxItems = 50, cursor: after }) => {
    const { listOrphans } = await loadUpkeep()
    const found = await listOrphans(context, { limit: maxItems, cursor: after })
    return { ...found, items: found.items.map(toPage) }
  },
})

export const preview = operation({
  method: 'POST',
  path: '/v1/page-links/preview',
  summary: 'Preview a page',
  description:
    'Returns the title of a page, the pages above it, its first lines and its last change.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    ...listedPage.properties,
    text: Type.String({ description: 'The first lines, at most 300 characters.' }),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, page) => {
    const { previewPage } = await loadPreview()
    return toPage(await previewPage(context, page))
  },
})

export const anchors = operation({
  method: 'POST',
  path: '/v1/page-links/anchors',
  summary: 'List the headings of a page',
  description:
    'Returns the headings of a page, and the blocks that have a link of their own, with what follows `#` in their address.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({ workspaceId, pageId }),
  output: Type.Object({
    anchors: Type.Array(
      Type.Object({
        anchor: Type.String(),
        text: Type.String({ description: 'Of the heading. Empty for a block.' }),
        level: Type.Integer({ description: 'Of the heading. 0 for a block.' }),
      }),
    ),
  }),
  errors: ['PAGE_NOT_FOUND'],
  example: onePage,
  tool: { none },
  run: async (context, page) => {
    const { listAnchors } = await loadPreview()
    return { anchors: await listAnchors(context, page) }
  },
})

export const titles = operation({
  method: 'POST',
  path: '/v1/page-links/titles',
  summary: 'Get the titles of pages',
  description:
    'Returns the titles of those of some pages that you can read, and those that they had before.',
  access: 'read',
  audience: 'people and keys',
  input: Type.Object({
    workspaceId,
    pageIds: Type.Array(pageId, { minItems: 1, maxItems: 200 }),
  }),
  output: Type.Object({
    pages: Type.Array(
      Type.Object({
        ...fields.pageLine,
        formerTitles: Type.Array(Type.String(), {
          description: 'Titles that links to the page may still have.',
        }),
      }),
    ),
  }),
  errors: [],
  example: { ...inWorkspace, pageIds: [exampleIds.page] },
  tool: { none },
  run: async (context, { pageIds }) => {
    const { titlesOf } = await loadPreview()
    return { pages: await titlesOf(context, pageIds) }
  },
})
