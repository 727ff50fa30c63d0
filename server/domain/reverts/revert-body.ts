import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '../../lib/clock.ts'
import type { GivenStoredFields } from '../../lib/page-fields.ts'
import type { pages } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { RemainingPart, RevertedBody } from '../document/reverts/revert-body.ts'
import { changeQueuedPage, ChangedMeanwhile, type PageChanges } from '../pages/change.ts'
import { currentDocument } from '../pages/journal/current.ts'
import { onPage } from '../pages/page-queue.ts'
import { type PageAddress, requirePage } from '../pages/tree.ts'
import { type PastBody, readPast } from './past-body.ts'
import { revertFields } from './revert-fields.ts'
import type { Family } from './target.ts'

/** What a revert makes of the body and the fields of a page. */
export type BodyRevert =
  | { state: 'unchanged' | 'unknown' }
  | { state: 'damaged'; reason: string }
  | {
      state: 'changed'
      version: number
      changes: PageChanges
      /** The body with former texts that are taken back, as another change. */
      takenBack: PageChanges | undefined
      fields: GivenStoredFields
      remaining: RemainingPart[]
      before: string
      isApproximate: boolean
      /** Whether the page keeps text or fields as they are. */
      isSame: boolean
    }

/** Attempts to repeat a revert because others changed the page meanwhile. */
const maxAttempts = 20
const maxPauseMs = 100

/** Computes the revert of the body and the fields of a page, with the places that get their former text. */
export async function computeBody(
  context: WorkspaceContext,
  page: pages.PageRow,
  family: Family,
  takeBack: readonly string[] = [],
): Promise<BodyRevert> {
  const past = await readPast(context.store, page, family)
  if (typeof past === 'string') return { state: past }
  const address = { workspaceId: page.workspaceId, pageId: page.id }
  const present = await currentDocument(context, context.store, address)
  if (present === undefined) return { state: 'unchanged' }
  const reverted = await revertDocument(context, page.id, past, { present, takeBack })
  if (!reverted.ok) return { state: 'damaged', reason: reverted.reason }
  const fields = await revertFields(context, past, page)
  const { content, written, remaining, takenBack } = reverted
  return {
    state: 'changed',
    version: page.version,
    changes: {
      ...fields,
      ...(content && { content, written: written && { before: present, change: written } }),
      standsAlone: true,
    },
    takenBack: takenBack && { content: takenBack, standsAlone: true },
    fields,
    remaining,
    before: present,
    isApproximate: past.isApproximate,
    isSame: content === undefined && Object.keys(fields).length === 0,
  }
}

function revertDocument(
  { content, caller }: WorkspaceContext,
  id: string,
  { base, known, changes }: PastBody,
  { present, takeBack }: { present: string; takeBack: readonly string[] },
): Promise<RevertedBody> {
  const { userId, via, keyId = null, run } = caller
  const reverter = { userId, via, keyId, runId: run?.id ?? null, at: clock.now() }
  return content.revert({ id, base, ...known, changes, present, reverter, takeBack })
}

/** Reverts the body and the fields of a page. Others may change it at the same time. */
export async function revertPageBody(
  context: WorkspaceContext,
  address: PageAddress,
  family: Family,
): Promise<void> {
  await repeat(context, address, family, ({ isSame, changes }) => (isSame ? undefined : changes))
}

/**
 * Gives corrected places of a reverted page their former text. The run of the context is not that of the revert, so that
 * a second revert leaves it.
 */
export async function takeBackLocations(
  context: WorkspaceContext,
  address: PageAddress,
  family: Family,
  locations: readonly string[],
): Promise<void> {
  await repeat(context, address, family, ({ takenBack }) => takenBack, locations)
}

type Changing = (revert: Extract<BodyRevert, { state: 'changed' }>) => PageChanges | undefined

async function repeat(
  context: WorkspaceContext,
  address: PageAddress,
  family: Family,
  changesOf: Changing,
  locations: readonly string[] = [],
): Promise<void> {
  await onPage(context.store, address, async () => {
    for (let count = 1; ; count += 1) {
      const page = await requirePage(context.store, context.viewer, address.pageId, 'write')
      const revert = await computeBody(context, page, family, locations)
      const changes = revert.state === 'changed' ? changesOf(revert) : undefined
      if (changes === undefined) return
      const to = { ...address, lastTitle: page.title }
      const changed = await changeQueuedPage(context, to, changes, async (_to, now) =>
        now.version === page.version ? undefined : 'outdated',
      )
      if (changed !== 'outdated') return
      if (count === maxAttempts) throw new ChangedMeanwhile()
      await sleep(Math.random() * Math.min(maxPauseMs, 2 ** count))
    }
  })
}
