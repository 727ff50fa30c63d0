import { excerptAsJson } from '../../../domain/document/excerpt.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { Type } from '../../../lib/json/type.ts'
import { choice, path } from '../../../operations/skills/fields.ts'
import { agentTool } from '../agent-tool.ts'
import { pageName } from '../pages/inputs.ts'
import { maxStructuredBytes } from '../results.ts'

/** Leaves room for the path and the digest. */
const maxContentBytes = maxStructuredBytes - 2000

// The first answer of the server does without it.
const loadContent = () => import('../../../domain/skills/content.ts')

export const readSkillFile = agentTool({
  name: 'read_skill_file',
  description:
    'One file of a published skill, such as SKILL.md. A long file comes in parts, whose content you join.',
  effect: 'reads',
  group: 'skills',
  operationId: 'skills.readFile',
  access: 'read',
  aliases: { pageId: 'page' },
  input: Type.Object({
    page: pageName,
    path,
    ...choice,
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  run: async (context, { page, offset = 0, ...wanted }) => {
    const pageId = await resolvePage(context, page)
    const { readEncoded } = await loadContent()
    const asked = { ...wanted, workspaceId: context.workspaceId, pageId }
    const { content, ...file } = await readEncoded(context, asked, { isContinued: offset > 0 })
    const { text, nextOffset } = excerptAsJson(content, offset, maxContentBytes)
    return {
      ...file,
      content: text,
      ...(nextOffset !== null && { more: `The rest: call again with offset ${nextOffset}.` }),
    }
  },
})
