import { resolvePage } from '../../../domain/pages/addressing/resolve-page.ts'
import { findHits } from '../../../domain/search/find.ts'
import { Type } from '../../../lib/json/type.ts'
import { agentTool } from '../agent-tool.ts'
import { delimitValue } from '../delimit.ts'
import { withPageLines } from '../page-lines.ts'
import { limitList } from '../results.ts'
import { pageName } from './inputs.ts'

const maxHits = 20

export const searchPages = agentTool({
  name: 'search_pages',
  description:
    'Find pages by words of title and text. One hit per page, best first, with its best passage.',
  effect: 'reads',
  operationId: 'search.pages',
  access: 'read',
  aliases: { k: 'limit' },
  input: Type.Object({
    query: Type.String({
      minLength: 1,
      maxLength: 500,
      description: 'Words; "exact phrase" in quotes',
    }),
    limit: Type.Optional(Type.Integer({ minimum: 1, maximum: maxHits, description: 'Default 10' })),
    under: Type.Optional({ ...pageName, description: 'Page to stay below' }),
  }),
  run: async (context, { query, limit = 10, under }) => {
    const underPageId = under === undefined ? undefined : await resolvePage(context, under)
    const input = { query, k: limit, offset: 0 }
    const { hits } = await findHits(context, input, { underPageId })
    const found = hits.map(({ pageId, blockNumber, title, content, beginning }) => ({
      pageId,
      title,
      blockNumber,
      content: delimitValue(beginning === '' || content !== title ? content : beginning),
    }))
    const results = await withPageLines(context, found, ({ pageId }) => pageId)
    const slice = { offset: 0, limit: results.length }
    return limitList({ results }, 'results', slice, 0)
  },
})
