import { readCurrentDocument } from '../../../domain/pages/addressing/current-document.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { referToPage } from '../../../domain/pages/read.ts'
import { requireStored } from '../../../domain/pages/versions.ts'
import { readBody } from '../../../domain/pages/wiki/read-body.ts'
import { invalidInput } from '../../../lib/errors.ts'
import { parseSmall } from '../../../lib/json/raw-json.ts'
import { Type } from '../../../lib/json/type.ts'
import * as agents from '../../../operations/pages/agents.ts'
import { agentPageChange } from '../../../operations/pages/fields.ts'
import { agentTool } from '../agent-tool.ts'
import { explained, toCounts } from './changes.ts'
import { pageName } from './inputs.ts'

/** In characters, the same as for a new page. */
const maxMarkdownLength = 50_000

export const updatePage = agentTool({
  name: 'update_page',
  description:
    'Change the title, icon or properties, or replace the complete body. To change part of a page use edit_page.',
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
    properties: Type.Optional(
      Type.String({ maxLength: 65_536, description: 'YAML; other keys stay' }),
    ),
    content: Type.Optional(Type.Object({}, { additionalProperties: true })),
    clear: Type.Optional(
      Type.Array(Type.String(), { description: `Fields to empty: ${agents.clearable.join(', ')}` }),
    ),
    expectedVersion: Type.Optional(
      Type.Integer({ minimum: 1, description: 'From get_page; required to replace the body' }),
    ),
  }),
  run: async (
    context,
    { page, markdown, content, clear = [], expectedVersion, properties, ...fields },
  ) => {
    const { workspaceId } = context
    if (markdown !== undefined && content !== undefined) {
      const message = 'cannot be combined with content: give one of them'
      throw invalidInput([{ path: '/markdown', rule: 'not', message }])
    }
    const pageId = await resolvePage(context, page)
    const read = markdown === undefined ? undefined : await readBody(context, pageId, markdown)
    const prepared =
      read?.content ?? (content && (await context.content.fromDocument(content, '/content')))
    const yaml = [read?.yaml, properties].filter((one) => typeof one === 'string')
    const body: object | undefined = prepared && parseSmall(prepared.document)
    const address = { workspaceId, pageId }
    if (context.dryRun) await requireStored(context.lasting, address)
    const replaces = body !== undefined || clear.includes('body')
    const before = replaces ? await readCurrentDocument(context, pageId) : undefined
    const change = {
      ...address,
      ...fields,
      ...(body !== undefined && { content: body, wanted: [...(read?.content.wanted ?? [])] }),
      ...(clear.length > 0 && { clear }),
      ...(expectedVersion !== undefined && { expectedVersion }),
      ...(yaml.length > 0 && { yaml }),
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
