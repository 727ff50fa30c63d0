import type { PreparedContent } from '../../../domain/document/tasks.ts'
import { readCurrentDocument } from '../../../domain/pages/addressing/current-document.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { referToPage } from '../../../domain/pages/read.ts'
import { requirePage } from '../../../domain/pages/tree.ts'
import { requireStored } from '../../../domain/pages/versions.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { parseSmall } from '../../../lib/json/raw-json.ts'
import { Type } from '../../../lib/json/type.ts'
import * as agents from '../../../operations/pages/agents.ts'
import { agentPageChange } from '../../../operations/pages/fields.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import { explained, toCounts } from './changes.ts'
import { pageName } from './inputs.ts'

/** In characters, the same as for a new page. */
const maxMarkdownLength = 50_000

export const updatePage = agentTool({
  name: 'update_page',
  description:
    'Change the title or icon, or replace the complete body. To change part of a page use edit_page.',
  proposes: true,
  effect: 'replaces',
  operationId: 'pages.update',
  access: 'write',
  aliases: { pageId: 'page' },
  hidden: ['content'],
  input: Type.Object({
    page: pageName,
    ...agentPageChange,
    markdown: Type.Optional(
      Type.String({ maxLength: maxMarkdownLength, description: 'The complete new body' }),
    ),
    content: Type.Optional(Type.Object({}, { additionalProperties: true })),
    clear: Type.Optional(
      Type.Array(Type.String(), { description: `Fields to empty: ${agents.clearable.join(', ')}` }),
    ),
    expectedVersion: Type.Optional(
      Type.Integer({ minimum: 1, description: 'From get_page; required to replace the body' }),
    ),
  }),
  run: async (context, { page, markdown, content, clear = [], expectedVersion, ...fields }) => {
    const { workspaceId } = context
    if (markdown !== undefined && content !== undefined) {
      const message = 'cannot be combined with content: give one of them'
      throw invalidInput([{ path: '/markdown', rule: 'not', message }])
    }
    const pageId = await resolvePage(context, page)
    const prepared =
      markdown === undefined
        ? content && (await context.content.fromDocument(content, '/content'))
        : await fromMarkdown(context, pageId, markdown)
    const body: object | undefined = prepared && parseSmall(prepared.document)
    const address = { workspaceId, pageId }
    if (context.dryRun) await requireStored(context.lasting, address)
    const replaces = body !== undefined || clear.includes('body')
    const before = replaces ? await readCurrentDocument(context, pageId) : undefined
    const change = {
      ...address,
      ...fields,
      ...(body !== undefined && { content: body }),
      ...(clear.length > 0 && { clear }),
      ...(expectedVersion !== undefined && { expectedVersion }),
    }
    const { version, merged, mergedNear, document } = await explained(
      context,
      [{ pageId, expectedVersion }],
      () => agents.update.run(context, change),
    )
    const counts =
      before === undefined
        ? undefined
        : await context.content.summarize({
            id: pageId,
            before,
            after: document ?? before,
          })
    return {
      ...(await referToPage(context, pageId)),
      ...(fields.title !== undefined && { title: fields.title }),
      version,
      ...(merged === true && { merged }),
      ...(mergedNear && { mergedNear }),
      ...(counts && toCounts(counts)),
    }
  },
})

/** A board stays a board. */
async function fromMarkdown(
  { content, store, viewer }: AgentContext,
  pageId: string,
  markdown: string,
): Promise<PreparedContent> {
  const { type } = await requirePage(store, viewer, pageId)
  return content.fromMarkdown(markdown, '/markdown', type)
}
