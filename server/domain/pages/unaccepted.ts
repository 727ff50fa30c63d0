import type { AttributedBlock, AttributedText } from '../../../content/steps/attribution/text.ts'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { reverts, runs, type users } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { type Authorship, readAuthorship } from './authorship.ts'
import { type PageAddress, requirePage } from './tree.ts'

/** Blocks of one run that no person has accepted or edited. */
export type UnacceptedRun = {
  run: NonNullable<ReturnType<Authorship['runs']['get']>>
  person: users.PersonName | undefined
  /** When the newest of them was written. */
  writtenAt: number
  /** Numbers of the blocks on the page, from 1. */
  blocks: number[]
}

const maxBlocks = 2000

/** Text that programs wrote with an API key, and that no person has accepted or edited. Throws PAGE_NOT_FOUND. */
export async function listUnaccepted(
  context: WorkspaceContext,
  address: PageAddress,
): Promise<{ version: number; runs: UnacceptedRun[] }> {
  const authorship = await readAuthorship(context, address, {
    offset: 0,
    part: 0,
    limit: maxBlocks,
    maxParts: Infinity,
  })
  const { workspaceId, pageId } = address
  const rows = await reverts.accepted(context.store, workspaceId, pageId)
  const accepted = new Map(rows.map(({ runId, acceptedAt }) => [runId, acceptedAt]))
  const found = new Map<string, UnacceptedRun>()
  for (const block of authorship.blocks) {
    for (const { writer } of unreviewed(block, accepted)) {
      const run = authorship.runs.get(writer?.runId ?? '')
      if (writer === undefined || run === undefined) continue
      const known = found.get(run.runId) ?? {
        run,
        person: authorship.people.get(writer.userId),
        writtenAt: writer.at,
        blocks: [],
      }
      known.writtenAt = Math.max(known.writtenAt, writer.at)
      if (known.blocks.at(-1) !== block.number) known.blocks.push(block.number)
      found.set(run.runId, known)
    }
  }
  return { version: authorship.version, runs: [...found.values()] }
}

/** The parts by programs, unless a person wrote in the block later. */
function unreviewed(
  { parts }: AttributedBlock,
  accepted: ReadonlyMap<string, number>,
): AttributedText[] {
  const byPeople = parts.flatMap(({ writer }) => (writer?.keyId === null ? [writer.at] : []))
  const edited = Math.max(Number.NEGATIVE_INFINITY, ...byPeople)
  return parts.filter(({ writer }) => {
    if (writer === undefined || writer.keyId === null || writer.runId === null) return false
    return writer.at > edited && writer.at > (accepted.get(writer.runId) ?? 0)
  })
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
