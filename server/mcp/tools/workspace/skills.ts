import { listByOwnership } from '../../../domain/pages/lists.ts'
import { getMarkdown } from '../../../domain/pages/read.ts'
import { canonicalUrl } from '../../../domain/pages/urls.ts'
import { toIso } from '../../../lib/clock.ts'
import { Type } from '../../../lib/json/type.ts'
import { describeSkill } from '../../skills.ts'
import { agentTool } from '../agent-tool.ts'
import { limitList } from '../results.ts'

const maxSkills = 200

/** Skills whose first line is read for the list. */
const maxDescribed = 50

export const listSkills = agentTool({
  name: 'list_skills',
  description:
    'Pages that are skills: instructions for a kind of task. Read one with get_page. With ownership AGENT: pages that describe agents.',
  effect: 'reads',
  operationId: 'workspaces.skills',
  access: 'read',
  input: Type.Object({
    ownership: Type.Optional(
      Type.Unsafe<'SKILL' | 'AGENT'>({ type: 'string', enum: ['SKILL', 'AGENT'] }),
    ),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSkills })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  run: async (context, { ownership = 'SKILL', limit = 50, offset = 0 }) => {
    const { workspaceId } = context
    const found = await listByOwnership(context, ownership, maxSkills)
    const part = found.slice(offset, offset + limit)
    const described = await Promise.all(
      part.map(async ({ createdAt, ...page }, index) => {
        const body =
          index < maxDescribed ? await getMarkdown(context, { workspaceId, pageId: page.id }) : ''
        return {
          ...page,
          url: canonicalUrl(context, page.id),
          description: describeSkill({ workspaceId, ...page }, body),
          createdAt: toIso(createdAt),
        }
      }),
    )
    const isCut = found.length > offset + limit
    const cut = limitList({ pages: described }, 'pages', { offset: 0, limit }, offset)
    if (cut['more'] !== undefined) return cut
    if (isCut) return { ...cut, more: `More items: call again with offset ${offset + limit}.` }
    const rest = `Shows only the newest ${maxSkills}. Find others with search_pages.`
    return found.length === maxSkills ? { ...cut, more: rest } : cut
  },
})
