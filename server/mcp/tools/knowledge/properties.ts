import { takeExcerpt } from '../../../domain/document/excerpt.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { changeProperties } from '../../../domain/pages/properties/change.ts'
import { readPageProperties } from '../../../domain/pages/properties/read.ts'
import { referToPage } from '../../../domain/pages/read.ts'
import { requireStored } from '../../../domain/pages/versions.ts'
import { Type } from '../../../lib/json/type.ts'
import { setProperties as operation } from '../../../operations/pages/page-properties.ts'
import { agentTool } from '../agent-tool.ts'
import { delimit } from '../delimit.ts'
import { pageName } from '../pages/inputs.ts'
import { maxTextBytes } from '../results.ts'

export const getProperties = agentTool({
  name: 'get_properties',
  description: 'The properties of a page as YAML, and the schema of its section and tags.',
  effect: 'reads',
  group: 'knowledge',
  operationId: 'pages.properties',
  access: 'read',
  aliases: { pageId: 'page' },
  input: Type.Object({ page: pageName }),
  run: async (context, { page }) => {
    const pageId = await resolvePage(context, page)
    const { workspaceId } = context
    const found = await readPageProperties(context, { workspaceId, pageId })
    const schema = found.schema.map((definition) => JSON.stringify(definition))
    const errors = found.errors.map(({ key, message }) => JSON.stringify({ key, error: message }))
    const { text, nextOffset } = takeExcerpt(
      [found.source?.trimEnd() ?? '# no properties', ...section('schema', schema)]
        .concat(section('errors', errors))
        .join('\n'),
      0,
      maxTextBytes,
    )
    const more = nextOffset === null ? [] : ['Truncated.']
    return [`version: ${found.version}`, delimit(text), ...more].join('\n')
  },
})

const { set, remove, rename, source } = operation.input.properties

export const setProperties = agentTool({
  name: 'set_properties',
  description: 'Change properties of a page by key; others stay.',
  effect: 'edits',
  group: 'knowledge',
  proposes: true,
  operationId: 'pages.setProperties',
  access: 'write',
  aliases: { pageId: 'page' },
  input: Type.Object({
    page: pageName,
    set: Type.Optional({
      ...set,
      description:
        'Values by key: text, number, true, false, list, or null for no value. A person or page is {"type": "person", "value": "ID"}',
    }),
    remove,
    rename,
    source: Type.Optional({ ...source, description: 'YAML that replaces all properties' }),
    expectedVersion: Type.Optional(
      Type.Integer({ minimum: 1, description: 'From get_properties; for source' }),
    ),
  }),
  run: async (context, { page, ...change }) => {
    const pageId = await resolvePage(context, page)
    const address = { workspaceId: context.workspaceId, pageId }
    if (context.dryRun) await requireStored(context.lasting, address)
    await changeProperties(context, { ...address, ...change })
    return { ...(await referToPage(context, pageId)) }
  },
})

function section(name: string, lines: readonly string[]): string[] {
  return lines.length === 0 ? [] : ['', `# ${name}:`, ...lines]
}
