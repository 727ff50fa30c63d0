import { takeExcerpt } from '../../../domain/document/excerpt.ts'
import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { toIso } from '../../../lib/clock.ts'
import { AppError } from '../../../lib/errors.ts'
import { Type } from '../../../lib/json/type.ts'
import { agentTool } from '../agent-tool.ts'
import { withPageLines } from '../page-lines.ts'
import { limitList, maxTextBytes } from '../results.ts'

const maxSkills = 200

const maxDescriptionLength = 200

// The first answer of the server does without it.
const loadServe = () => import('../../../domain/skills/serve.ts')

export const listSkills = agentTool({
  name: 'list_skills',
  description:
    'Published skills: instructions for a kind of task. With skill, a page, its instructions. With ownership AGENT: texts that describe agents.',
  effect: 'reads',
  operationId: 'workspaces.skills',
  access: 'read',
  input: Type.Object({
    ownership: Type.Optional(
      Type.Unsafe<'SKILL' | 'AGENT'>({ type: 'string', enum: ['SKILL', 'AGENT'] }),
    ),
    skill: Type.Optional(Type.String()),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxSkills })),
    offset: Type.Optional(Type.Integer({ minimum: 0 })),
  }),
  run: async (context, { ownership = 'SKILL', skill, limit = 50, offset = 0 }) => {
    const { findServed, listServed, readInstructions } = await loadServe()
    if (skill !== undefined) {
      const found = await findServed(context, await resolvePage(context, skill))
      if (typeof found !== 'object') {
        throw new AppError('NOT_FOUND', `${skill} is no published skill. Call list_skills for all.`)
      }
      const { countUse } = await import('../../../domain/skills/use/count-use.ts')
      if (offset === 0) countUse(context, found)
      const { text, nextOffset } = takeExcerpt(
        await readInstructions(context, found),
        offset,
        maxTextBytes,
      )
      return nextOffset === null ? text : `${text}\n[Truncated. Continue at offset ${nextOffset}.]`
    }
    const served = (await listServed(context, ownership)).toReversed()
    const found = served.slice(0, maxSkills)
    const shown = found.slice(offset, offset + limit).map((one) => ({
      id: one.pageId,
      title: one.title,
      description: Array.from(one.description).slice(0, maxDescriptionLength).join(''),
      createdAt: toIso(one.createdAt),
    }))
    const pages = await withPageLines(context, shown)
    const isCut = found.length > offset + limit
    const cut = limitList({ pages }, 'pages', { offset: 0, limit }, offset)
    if (cut['more'] !== undefined) return cut
    if (isCut) return { ...cut, more: `More items: call again with offset ${offset + limit}.` }
    const rest = `Shows only the newest ${maxSkills}. Find others with search_pages.`
    return found.length === maxSkills ? { ...cut, more: rest } : cut
  },
})
