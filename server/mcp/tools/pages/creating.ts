import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { findSameTitle } from '../../../domain/pages/addressing/same-title.ts'
import {
  type BatchPage,
  type CreatedPage,
  createPages as create,
} from '../../../domain/pages/batch/create-pages.ts'
import { createPageFromFile } from '../../../domain/pages/from-file.ts'
import { referToPage } from '../../../domain/pages/read.ts'
import { canonicalUrl } from '../../../domain/pages/urls.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import type { Ownership } from '../../../lib/vocabulary.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import type { JsonObject } from '../json-object.ts'
import { toCounts } from './changes.ts'
import { createOnce } from './create-once.ts'
import { newPageFields, toPageType } from './inputs.ts'

/** Pages in one call. */
const maxPages = 50
const emptyDocument = '{"type":"doc","content":[{"type":"paragraph"}]}'

export const createPage = agentTool({
  name: 'create_page',
  description: 'Create a page from Markdown with [[links]]. Do not repeat the title as a heading.',
  proposes: true,
  effect: 'adds',
  operationId: 'pages.create',
  access: 'write',
  aliases: { parentId: 'parent' },
  input: Type.Object({
    ...newPageFields,
    fileId: Type.Optional(Type.String({ description: 'Create it from this file instead' })),
  }),
  run: async (context, { fileId, ...page }) => {
    const { pages, ...more } = await createOnce(context, {
      tool: 'create_page',
      input: { ...page, fileId },
      create: async (within) =>
        fileId === undefined ? createAll(within, [page]) : [await fromFile(within, fileId, page)],
      describe: (created) => describe(context, created),
    })
    return { ...pages[0], ...more }
  },
})

export const createPages = agentTool({
  name: 'create_pages',
  description:
    'Create several pages, all or nothing. `parent` and links can name an earlier page by its key: "#key", [text](#key).',
  proposes: true,
  effect: 'adds',
  operationId: 'pages.create',
  access: 'write',
  input: Type.Object({
    pages: Type.Array(
      Type.Object({
        key: Type.Optional(Type.String({ maxLength: 100 })),
        ...newPageFields,
        parent: Type.Optional(Type.String({ maxLength: 2048 })),
        type: Type.Optional(Type.String({ maxLength: 10 })),
      }),
      { minItems: 1, maxItems: maxPages },
    ),
  }),
  run: async (context, { pages }) => ({
    ...(await createOnce(context, {
      tool: 'create_pages',
      input: { pages },
      create: (within) => createAll(within, pages),
      describe: (created) => describe(context, created),
    })),
  }),
})

type NewPage = {
  key?: string
  title: string
  parent?: string
  markdown?: string
  type?: string
  ownership?: string
  properties?: string
}

async function createAll(context: AgentContext, pages: readonly NewPage[]): Promise<CreatedPage[]> {
  const batch: BatchPage[] = []
  for (const { parent, markdown = '', type, ownership = 'TEXT', properties, ...page } of pages) {
    batch.push({
      ...page,
      workspaceId: context.workspaceId,
      markdown,
      dialect: 'wiki',
      yaml: properties,
      type: toPageType(type),
      // SAFETY: one of the enum in the schema.
      ownership: ownership as Ownership,
      parent: await parentOf(context, parent),
    })
  }
  return create(context, context.workspaceId, batch)
}

/** A page that was made of a file has no document here. */
type AddedPage = Pick<CreatedPage, 'pageId'> & Partial<CreatedPage>

function describe(context: AgentContext, created: readonly AddedPage[]): Promise<JsonObject[]> {
  const { dryRun, content } = context
  return Promise.all(
    created.map(async ({ pageId: id, title, parentId = null, document }) => {
      if (title === undefined || document === undefined) {
        return dryRun || context.draft !== undefined ? {} : { ...(await referToPage(context, id)) }
      }
      const counts = await content.summarize({ id, before: emptyDocument, after: document })
      return {
        ...(!dryRun && { id }),
        title,
        ...(!dryRun && { url: canonicalUrl(context, id) }),
        version: 1,
        ...toCounts(counts),
        ...(await sameTitle(context, { id, title, parentId })),
      }
    }),
  )
}

/** Also before a page is created: a twin is easier to prevent than to remove. */
async function sameTitle(
  context: AgentContext,
  page: { id: string; title: string; parentId: string | null },
): Promise<{ sameTitle?: string[] }> {
  const found = await findSameTitle(context, page)
  return found.length === 0 ? {} : { sameTitle: found }
}

/** `root`, like nothing, is the top level; `#key` names another page of the call. */
async function parentOf(context: AgentContext, parent: string | undefined): Promise<string | null> {
  if (parent === undefined || parent === '' || parent === 'root') return null
  return parent.startsWith('#') ? parent : resolvePage(context, parent)
}

async function fromFile(
  context: AgentContext,
  fileId: string,
  { title, parent, markdown, properties }: NewPage,
): Promise<AddedPage> {
  if (properties !== undefined) {
    const message = 'cannot be combined with fileId: the page gets the properties of the file'
    throw invalidInput([{ path: '/properties', rule: 'not', message }])
  }
  if (markdown !== undefined) {
    const message = 'cannot be combined with fileId: the page gets the text of the file'
    throw invalidInput([{ path: '/markdown', rule: 'not', message }])
  }
  const pageId = await createPageFromFile(context, {
    workspaceId: context.workspaceId,
    fileId: fileId.toLowerCase(),
    parentId: await parentOf(context, parent),
    title,
  })
  return { pageId }
}
