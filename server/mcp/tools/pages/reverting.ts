import { Type } from '../../../lib/json/type.ts'
import { toPage, toTarget } from '../../../operations/runs/revert-fields.ts'
import { create } from '../../../operations/runs/reverts.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import type { JsonObject } from '../json-object.ts'
import { limitList } from '../results.ts'

// Not every server reverts runs.
const loadReverts = () => import('../../../domain/reverts/reverts.ts')

/** Pages of one preview. */
const maxPreviewed = 50

const { runId, keyId, since, except, offset } = create.input.properties

export const revertRun = agentTool({
  name: 'revert_run',
  description:
    'Undo everything one of your own runs changed. Later edits by others stay, also of words the run wrote: remaining lists them with the text before the run, to take back with edit_page. dryRun shows what would change, what stays and what cannot be undone. Repeat with offset until next is null.',
  effect: 'edits',
  group: 'runs',
  operationId: 'reverts.create',
  access: 'write',
  aliases: { run: 'runId' },
  input: Type.Object({ runId, keyId, since, except, offset }),
  run: async (context, { except: excepted = [], offset: start = 0, ...given }) => {
    const target = toTarget({ workspaceId: context.workspaceId, ...given })
    const value = context.dryRun
      ? await preview(context, target, start)
      : await revert(context, target, { except: excepted, offset: start })
    const slice = { offset: 0, limit: Number.MAX_SAFE_INTEGER }
    return limitList(value, 'pages', slice, start)
  },
})

type Target = ReturnType<typeof toTarget>

async function revert(
  context: AgentContext,
  target: Target,
  request: { except: readonly string[]; offset: number },
): Promise<JsonObject> {
  const reverted = await (await loadReverts()).revertRun(context, target, request)
  return { ...reverted, pages: reverted.pages.map(toPage) }
}

/** The numbers of what cannot be undone are left out where they are zero. */
async function preview(context: AgentContext, target: Target, start: number): Promise<JsonObject> {
  const { previewRevert } = await loadReverts()
  const part = { offset: start, limit: maxPreviewed }
  const found = await previewRevert(context.lasting, target, part)
  const { pages, total, next, renamedFiles, cannotUndo } = found
  const left = Object.entries(cannotUndo).filter(([, value]) => value !== 0 && value !== false)
  return {
    pages: pages.map(toPage),
    total,
    next,
    ...(renamedFiles > 0 && { renamedFiles }),
    cannotUndo: Object.fromEntries(left),
  }
}
