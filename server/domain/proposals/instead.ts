import { AppError } from '../../lib/errors.ts'
import { levelNumbers } from '../../store/index.ts'
import type { Context, WorkspaceContext } from '../context.ts'
import { enterWorkspace, type Right } from '../people/access.ts'
import { draftingContext, propose, type Proposed } from './propose.ts'

type Run<Input, Answer> = (context: WorkspaceContext, input: Input) => Promise<Answer>

/**
 * The context of a write for callers that may write or propose. `mayWrite` is the refusal of those who can only
 * propose. Throws FORBIDDEN.
 */
export async function enterToPropose(
  context: Context,
  workspaceId: string,
  access: Right,
): Promise<{ authorized: WorkspaceContext; mayWrite: true | AppError }> {
  try {
    return { authorized: await enterWorkspace(context, workspaceId, access), mayWrite: true }
  } catch (error) {
    if (!isRefusal(error)) throw error
    const authorized = await enterWorkspace(context, workspaceId, 'comment').catch(() => {
      throw error
    })
    return { authorized, mayWrite: error }
  }
}

/**
 * Runs a write. Where the caller may not write but propose, what it would have written becomes a proposal, which is the
 * answer then. Throws the errors of the write.
 */
export function orPropose<Input extends object, Answer>(
  run: Run<Input, Answer>,
  mayWrite: true | AppError,
): Run<Input, Answer | Proposed> {
  return async (context, input) => {
    if (mayWrite !== true) return proposeInstead(run, context, input, mayWrite)
    try {
      return await run(context, input)
    } catch (error) {
      if (!isRefusal(error)) throw error
      return proposeInstead(run, context, input, error)
    }
  }
}

async function proposeInstead<Input extends object, Answer>(
  run: Run<Input, Answer>,
  context: WorkspaceContext,
  input: Input,
  refusal: AppError,
): Promise<Answer | Proposed> {
  const drafting = draftingContext(context)
  let answer: Answer
  try {
    answer = await run(drafting, input)
  } catch (error) {
    // The refusal says more than one of the attempt, and as much as before about pages that cannot be read.
    const isUnknown = error instanceof AppError && error.code === 'PAGE_NOT_FOUND'
    const { caller, viewer } = context
    const isHidden =
      isUnknown && caller.proposeOnly !== true && viewer.openLevel < levelNumbers.propose
    throw isRefusal(error) || isHidden ? refusal : error
  }
  if (drafting.draft.changes.size === 0) return answer
  return propose(context, { workspaceId: context.viewer.workspaceId }, drafting.draft)
}

function isRefusal(error: unknown): error is AppError {
  return error instanceof AppError && error.code === 'FORBIDDEN'
}
