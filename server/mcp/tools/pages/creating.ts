import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { type BatchPage, createPages as create } from '../../../domain/pages/batch/create-pages.ts'
import { createPageFromFile } from '../../../domain/pages/from-file.ts'
import { referToPage } from '../../../domain/pages/read.ts'
import { canonicalUrl } from '../../../domain/pages/urls.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import type { Ownership } from '../../../lib/vocabulary.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import type { JsonObject } from '../json-object.ts'
import { toCounts } from './changes.ts'
import { newPageFields, toPageType } from './inputs.ts'

/** Pages in one call. */
const maxPages = 50
const emptyDocument = '{"type":"doc","content":[{"type":"paragraph"}]}'

export const createPage = agentTool({
  name: 'create_page',
  description: 'Create a page from Markdown. Do not repeat the title as a heading.',
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
    if (fileId !== undefined) return fromFile(context, fileId, page)
    const [answer = {}] = await createAll(context, [page])
    return answer
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
  run: async (context, { pages }) => ({ pages: await createAll(context, pages) }),
})

type NewPage = {
  key?: string
  title: string
  parent?: string
  markdown?: string
  type?: string
  ownership?: string
}

async function createAll(context: AgentContext, pages: readonly NewPage[]): Promise<JsonObject[]> {
  const batch: BatchPage[] = []
  for (const { parent, markdown = '', type, ownership = 'TEXT', ...page } of pages) {
    batch.push({
      ...page,
      workspaceId: context.workspaceId,
      markdown,
      type: toPageType(type),
      // SAFETY: one of the enum in the schema.
      ownership: ownership as Ownership,
      parent: await parentOf(context, parent),
    })
  }
  const created = await create(context, context.workspaceId, batch)
  return Promise.all(
    created.map(async ({ pageId: id, title: name, document }) => ({
      ...(!context.dryRun && { id }),
      title: name,
      ...(!context.dryRun && { url: canonicalUrl(context, id) }),
      version: 1,
      ...toCounts(await context.content.summarize({ id, before: emptyDocument, after: document })),
    })),
  )
}

/** `root`, like nothing, is the top level; `#key` names another page of the call. */
async function parentOf(context: AgentContext, parent: string | undefined): Promise<string | null> {
  if (parent === undefined || parent === '' || parent === 'root') return null
  return parent.startsWith('#') ? parent : resolvePage(context, parent)
}

async function fromFile(
  context: AgentContext,
  fileId: string,
  { title, parent, markdown }: NewPage,
): Promise<JsonObject> {
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
  return context.dryRun || context.draft !== undefined
    ? {}
    : { ...(await referToPage(context, pageId)) }
}
