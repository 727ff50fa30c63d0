import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { inTurn } from '../../lib/workers/large-documents.ts'
import { reverts, runs, type users } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { UnacceptedBlocks } from '../document/attribution.ts'
import { type Authorship, namesOf, readCurrent } from './authorship.ts'
import { type PageAddress, requirePage } from './tree.ts'

/** Blocks of one run that no person has accepted or edited. */
export type UnacceptedRun = Omit<UnacceptedBlocks, 'runId' | 'userId'> & {
  run: NonNullable<ReturnType<Authorship['runs']['get']>>
  person: users.PersonName | undefined
}

/**
 * Text that programs wrote with an API key, and that no person has accepted or edited. Throws PAGE_NOT_FOUND or
 * RATE_LIMITED.
 */
export async function listUnaccepted(
  context: WorkspaceContext,
  address: PageAddress,
): Promise<{ version: number; runs: UnacceptedRun[] }> {
  const { version, ...body } = await readCurrent(context, address)
  const { workspaceId, pageId } = address
  const rows = await reverts.accepted(context.store, workspaceId, pageId)
  const accepted = new Map(rows.map(({ runId, acceptedAt }) => [runId, acceptedAt]))
  const found = await inTurn(context.caller.userId, body.document.length, () =>
    context.content.unaccepted({ id: pageId, ...body, accepted }),
  )
  const names = await namesOf(context, found)
  const listed = found.flatMap(({ runId, userId, ...blocks }): UnacceptedRun[] => {
    const run = names.runs.get(runId)
    return run === undefined ? [] : [{ run, person: names.people.get(userId), ...blocks }]
  })
  return { version, runs: listed }
}

/** Accepts what a run has written on a page until now. Throws PAGE_NOT_FOUND, RUN_NOT_FOUND or FORBIDDEN. */
export async function acceptRun(
  { store, viewer, caller }: WorkspaceContext,
  { workspaceId, pageId, runId }: PageAddress & { runId: string },
): Promise<void> {
  await store.transactIn({ workspaceId }, async (transaction) => {
    await requirePage(transaction, viewer, pageId, 'write')
    if ((await runs.get(transaction, workspaceId, runId)) === undefined) {
      throw new AppError(
        'RUN_NOT_FOUND',
        `Run ${runId} not found. Copy the ID of a run from the history of the page.`,
      )
    }
    const acceptance = { workspaceId, pageId, runId, acceptedAt: clock.now() }
    await reverts.accept(transaction, { ...acceptance, acceptedBy: caller.userId })
  })
}
