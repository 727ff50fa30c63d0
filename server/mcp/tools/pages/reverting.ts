import { Type } from '../../../lib/json/type.ts'
import { toPage, toLocations, toTarget } from '../../../operations/runs/revert-fields.ts'
import { create } from '../../../operations/runs/reverts.ts'
import { type AgentContext, agentTool } from '../agent-tool.ts'
import type { JsonObject } from '../json-object.ts'
import { limitList } from '../results.ts'

// Not every server reverts runs.
const loadReverts = () => import('../../../domain/reverts/reverts.ts')
const loadNames = () => import('../../../domain/reverts/named-pages.ts')

/** Pages of one preview. */
const maxPreviewed = 50

const { runId, keyId, since, except, takeBack, offset } = create.input.properties

export const revertRun = agentTool({
  name: 'revert_run',
  description:
    'Undo everything one of your own runs changed. Later edits by others stay, also where they corrected the run: remaining lists what they wrote and the text before the run; takeBack returns that text. dryRun shows what would change, what stays and what cannot be undone. Repeat with offset until next is null.',
  effect: 'edits',
  group: 'runs',
  operationId: 'reverts.create',
  access: 'write',
  aliases: { run: 'runId' },
  input: Type.Object({ runId, keyId, since, except, takeBack, offset }),
  run: async (
    context,
    { except: remaining = [], takeBack: taken = [], offset: start = 0, ...given },
  ) => {
    const target = toTarget({ workspaceId: context.workspaceId, ...given })
    const request = { except: remaining, takeBack: toLocations(taken), offset: start }
    const value = context.dryRun
      ? await preview(context, target, request)
      : await revert(context, target, request)
    const slice = { offset: 0, limit: Number.MAX_SAFE_INTEGER }
    return limitList(value, 'pages', slice, start)
  },
})

type Target = ReturnType<typeof toTarget>

type Request = {
  except: readonly string[]
  takeBack: ReadonlyMap<string, readonly string[]>
  offset: number
}

async function revert(
  context: AgentContext,
  target: Target,
  request: Request,
): Promise<JsonObject> {
  const reverted = await (await loadReverts()).revertRun(context, target, request)
  const { takeBackRunId, ...part } = reverted
  const pages = await (await loadNames()).namePages(context, part.pages)
  return { ...part, ...(takeBackRunId && { takeBackRunId }), pages: pages.map(toPage) }
}

/** The numbers of what cannot be undone are left out where they are zero. */
async function preview(
  context: AgentContext,
  target: Target,
  { offset, takeBack: taken }: Request,
): Promise<JsonObject> {
  const { previewRevert } = await loadReverts()
  const part = { offset, limit: maxPreviewed, takeBack: taken }
  const found = await previewRevert(context.lasting, target, part)
  const { total, next, renamedFiles, cannotUndo } = found
  const pages = await (await loadNames()).namePages(context.lasting, found.pages)
  const left = Object.entries(cannotUndo).filter(([, value]) => value !== 0 && value !== false)
  return {
    pages: pages.map(toPage),
    total,
    next,
    ...(renamedFiles > 0 && { renamedFiles }),
    cannotUndo: Object.fromEntries(left),
  }
}
