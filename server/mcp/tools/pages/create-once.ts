import { createHash } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { answerOnce } from '../../../domain/idempotency/idempotency.ts'
import { referToPage } from '../../../domain/pages/read.ts'
import { requirePage } from '../../../domain/pages/tree.ts'
import { AppError } from '../../../lib/errors.ts'
import { fits } from '../../../lib/json/fits.ts'
import { Type } from '../../../lib/json/type.ts'
import type { AgentContext } from '../agent-tool.ts'
import type { JsonObject } from '../json-object.ts'

/** A model or its client repeats a call whose answer was lost within this time. */
const repeatMs = 5 * 60_000
/** Waits for the first of several calls that arrive at the same time. */
const maxWaits = 40
const waitMs = 500
/** Identical calls whose pages were deleted since. */
const maxDeleted = 20

const isStored = fits(Type.Object({ pageIds: Type.Array(Type.String()) }))

type Work<Page extends { pageId: string }> = {
  tool: string
  input: object
  create: (context: AgentContext) => Promise<Page[]>
  /** Reads after the transaction, which must not wait for it. */
  describe: (created: readonly Page[]) => Promise<JsonObject[]>
}

export type Created = { pages: JsonObject[]; repeated?: true; note?: string }

/**
 * Creates pages, or finds those of an identical call of the last minutes, by the same key and run. Throws the errors of
 * the creation, and IDEMPOTENCY_KEY_IN_USE.
 */
export async function createOnce<Page extends { pageId: string }>(
  context: AgentContext,
  work: Work<Page>,
): Promise<Created> {
  const { create, describe } = work
  // A call with a key is told apart by it, and others create nothing that could be found again.
  if (!context.isKeyed && !context.dryRun && context.draft === undefined) {
    for (let deleted = 0; deleted < maxDeleted; deleted += 1) {
      const found = await attempt(context, work, deleted)
      if (found.created !== undefined) return { pages: await describe(found.created) }
      const { pageIds } = found
      if (await areLeft(context, pageIds)) {
        const pages = await Promise.all(pageIds.map((id) => referToPage(context, id)))
        return { pages: pages.map((page) => ({ ...page })), repeated: true, note: noteOf(pages) }
      }
    }
  }
  return { pages: await describe(await create(context)) }
}

function noteOf({ length }: { length: number }): string {
  const what = length === 1 ? 'This page was' : 'These pages were'
  return `${what} created by an identical call a moment ago; nothing was created now. For another one, change the title or the text.`
}

type Attempt<Page> =
  | { created: readonly Page[] }
  | { created: undefined; pageIds: readonly string[] }

async function attempt<Page extends { pageId: string }>(
  context: AgentContext,
  { tool, input: given, create }: Work<Page>,
  deleted: number,
): Promise<Attempt<Page>> {
  const { workspaceId, caller } = context
  const input = { workspaceId, ...given }
  const program = [caller.keyId, caller.sessionId, caller.runName].map(String)
  const identity = JSON.stringify([program, deleted, input])
  const request = {
    key: `identical ${createHash('sha256').update(identity).digest('hex')}`,
    operation: `mcp/${tool}`,
    input,
    keep: (answer: unknown) => answer,
    retentionMs: repeatMs,
  }
  let created: readonly Page[] | undefined
  for (let waits = 0; ; waits += 1) {
    try {
      const { answer, isReplayed } = await answerOnce(context, request, async (within) => {
        created = await create(within)
        return { pageIds: created.map(({ pageId }) => pageId) }
      })
      if (created !== undefined && !isReplayed) return { created }
      return { created: undefined, pageIds: isStored(answer) ? answer.pageIds : [] }
    } catch (error) {
      const isRunning = error instanceof AppError && error.code === 'IDEMPOTENCY_KEY_IN_USE'
      if (!isRunning || waits === maxWaits) throw error
      await sleep(waitMs)
    }
  }
}

/** Whether all pages are there, and not in the trash. */
async function areLeft(context: AgentContext, pageIds: readonly string[]): Promise<boolean> {
  if (pageIds.length === 0) return false
  for (const id of pageIds) {
    try {
      await requirePage(context.store, context.viewer, id)
    } catch (error) {
      if (error instanceof AppError && error.code === 'PAGE_NOT_FOUND') return false
      throw error
    }
  }
  return true
}
