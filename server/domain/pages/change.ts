import { setTimeout as sleep } from 'node:timers/promises'
import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import {
  differingStoredFields,
  type GivenStoredFields,
  givenStoredFields,
  pickStored,
  pickStoredFields,
  type StoredFields,
} from '../../lib/page-fields.ts'
import { pages, steps, type Transaction } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import type { JournalChange } from '../document/attribution.ts'
import type { PreparedProperties } from '../document/properties.ts'
import type { ChangedBy, Writers } from '../document/steps.ts'
import type { PreparedContent } from '../document/tasks.ts'
import { wantPages } from '../document/wanted-links.ts'
import { indexPages } from '../search/reindex.ts'
import { writersOf } from './journal/attribution.ts'
import { type Body, readBody } from './journal/body.ts'
import { checkpoint } from './journal/checkpoint.ts'
import { isTypedBy } from './journal/typed.ts'
import { onPage } from './page-queue.ts'
import { recordEdit } from './proposed.ts'
import { prepareEntry, type PreparedEntry } from './search-entries.ts'
import { type PageAddress, requirePage } from './tree.ts'
import { writeChange } from './write-change.ts'

export type PageChanges = GivenStoredFields & {
  content?: PreparedContent | undefined
  /** The names that wikilinks of the author have for pages that do not exist. */
  wanted?: readonly string[] | undefined
  /** The steps of the content, made from the stored document `before`. */
  written?: { before: string; change: ChangedBy } | undefined
  /** Who proposed a change that the caller accepts. Text and version name them too. */
  proposedBy?: ProposedBy
  /** Who wrote it too, besides the caller. The version names both. */
  coAuthor?: string
  /** Records a separate version instead of coalescing it with the previous one. */
  standsAlone?: boolean
}

/** Who proposed a change, and how. */
export type ProposedBy = { userId: string; via: string; keyId: string | null; runId: string | null }

type Decide<Answer> = (transaction: Transaction, page: pages.PageRow) => Promise<Answer | undefined>

export type Changed = { version: number; updatedAt: number }

/** What a change of a page needs. */
export type ChangeContext = Pick<
  WorkspaceContext,
  'store' | 'content' | 'caller' | 'viewer' | 'draft'
>

/** Attempts to repeat a change because another node changed the page, with pauses of some seconds in total. */
const maxAttempts = 60
const maxPauseMs = 100

/**
 * Changes the given fields of a page, with its version, journal, search entry and event. All changes of pages except
 * typing use this function. `decide` sees the page in the transaction; if it returns an answer, nothing is written.
 * What was typed before is stored first. Throws PAGE_NOT_FOUND, FORBIDDEN, BUSY and the errors of `decide`.
 */
export function changePage<Answer = never>(
  context: ChangeContext,
  page: PageAddress & { lastTitle?: string },
  changes: PageChanges,
  decide?: Decide<Answer>,
): Promise<Changed | Answer> {
  return onPage(context.store, page, () => changeQueuedPage(context, page, changes, decide))
}

/** Like `changePage`, for callers that are in the queue of the page. */
export async function changeQueuedPage<Answer = never>(
  context: ChangeContext,
  page: PageAddress & { lastTitle?: string },
  changes: PageChanges,
  decide: Decide<Answer> = async () => undefined,
): Promise<Changed | Answer> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      const answer = await attemptChange(context, page, changes, decide)
      if (answer !== 'behind') return answer
      // A damaged journal leaves the page behind.
      if (attempt >= maxAttempts) throw new ChangedMeanwhile()
      await checkpoint(context, page)
    } catch (error) {
      if (!(error instanceof ChangedMeanwhile) || attempt >= maxAttempts) throw error
      await sleep(Math.random() * Math.min(maxPauseMs, 2 ** attempt))
    }
  }
}

/** Another node changed the page while a change was computed. Rolls the transaction back. */
export class ChangedMeanwhile extends AppError {
  constructor() {
    const message = 'Others are changing the page at the same time. Try again.'
    super('BUSY', message, { retryAfter: 1 })
  }
}

async function attemptChange<Answer>(
  context: ChangeContext,
  address: PageAddress & { lastTitle?: string },
  changes: PageChanges,
  decide: Decide<Answer>,
): Promise<Changed | Answer | 'behind'> {
  const { workspaceId } = address
  const prepared = await prepareChange(context, address, changes)
  if (prepared === 'behind') return 'behind'
  const { answer, waits } = await context.store.transactIn({ workspaceId }, (transaction) =>
    writePrepared(transaction, context, prepared, decide),
  )
  if (waits) await indexPages(context, workspaceId, [address.pageId])
  return answer
}

/** Changes of one page, with what takes time done before the transaction. */
export type PreparedChange = Prepared & { address: PageAddress; before: Body | undefined }

/** `behind`: what was typed must be stored first. */
export async function prepareChange(
  context: ChangeContext,
  address: PageAddress & { lastTitle?: string },
  changes: PageChanges,
): Promise<PreparedChange | 'behind'> {
  const { store } = context
  const before = changes.content === undefined ? undefined : await readBody(store, address)
  if (before !== undefined && before.rows.length > 0) return 'behind'
  const prepared = await prepareEntry(context, address, changes)
  const properties =
    changes.properties === undefined
      ? undefined
      : await context.content.properties(changes.properties)
  const written = before && (await prepareBody(context, address, before, changes))
  return { address, before, changes, prepared, written, properties }
}

/** Writes a prepared change in the transaction of the caller. Throws BUSY if the page changed meanwhile. */
export async function writePrepared<Answer>(
  transaction: Transaction,
  context: ChangeContext,
  { address, before, ...prepared }: PreparedChange,
  decide: Decide<Answer>,
): Promise<{ answer: Changed | Answer | 'behind'; waits: boolean }> {
  const now = await requirePage(transaction, context.viewer, address.pageId, 'write')
  const decided = await decide(transaction, now)
  if (decided !== undefined) return { answer: decided, waits: false }
  if (now.contentVersion !== null) return { answer: 'behind', waits: false }
  if (before !== undefined && now.version !== before.version) throw new ChangedMeanwhile()
  if (context.draft !== undefined) {
    return { answer: recordEdit(context.draft, now, before, prepared.changes), waits: false }
  }
  return applyChange(transaction, context, now, prepared)
}

/** How the stored body changes; without a body, only the fields change. */
type WrittenBody = Pick<Body, 'document' | 'attribution'> & {
  content: PreparedContent
  change: JournalChange
  newAttribution: Uint8Array
}

async function prepareBody(
  context: ChangeContext,
  { pageId }: PageAddress,
  body: Body,
  { content, written, proposedBy }: PageChanges,
): Promise<WrittenBody | undefined> {
  const { document } = body
  if (content === undefined || content.document === document) return undefined
  const writers = allWritersOf(context, body, proposedBy)
  const { userId: authorId, ...author } = writers.writer
  const { attribution, ...steps } =
    written?.before === document
      ? written.change
      : await context.content.change({
          id: pageId,
          before: document,
          after: content.document,
          ...writers,
        })
  const change = { authorId, ...author, ...steps }
  return { document, attribution: body.attribution, content, change, newAttribution: attribution }
}

/** Who changes the page, and who wrote its body. */
export function allWritersOf(context: ChangeContext, body: Body, proposedBy?: ProposedBy): Writers {
  const { authorId: userId, ...author } = writerOf(context, proposedBy)
  return { ...writersOf(body), writer: { userId, ...author } }
}

function writerOf(
  { caller }: ChangeContext,
  proposedBy: ProposedBy | undefined,
): Omit<JournalChange, 'steps' | 'notes'> {
  if (proposedBy !== undefined) {
    const { userId, ...how } = proposedBy
    return { authorId: userId, ...how, at: clock.now() }
  }
  const { userId: authorId, via, keyId = null, run } = caller
  return { authorId, via, keyId, runId: run?.id ?? null, at: clock.now() }
}

type Prepared = {
  changes: PageChanges
  prepared: PreparedEntry | undefined
  written: WrittenBody | undefined
  properties: PreparedProperties | undefined
}

async function applyChange(
  transaction: Transaction,
  context: ChangeContext,
  page: pages.PageRow,
  { changes, prepared, written, properties }: Prepared,
): Promise<{ answer: Changed; waits: boolean }> {
  const { caller } = context
  const { workspaceId, id: pageId } = page
  const fields = { ...pickStoredFields(page), ...givenStoredFields(changes) }
  const version = page.version + 1
  const at = clock.now()
  const stamp = { workspaceId, pageId, at, by: caller.userId }
  const { waits } = await writeChange(transaction, page, {
    actor: caller,
    fields,
    body: written && {
      content: written.content,
      attribution: written.newAttribution,
      replaced: written,
    },
    properties,
    version,
    at,
    coalesces: changes.standsAlone === true ? 'none' : 'own',
    authors: authorsOf(context, changes),
    prepared,
    updatePage: async (type) => {
      const row = { ...fields, type, version: page.version }
      const updated = await pages.update(transaction, stamp, row, page.title)
      if (updated === undefined) throw new ChangedMeanwhile()
      const address = { workspaceId, pageId, version, batchId: newId(), base: page.version }
      const changed = written?.change ?? {
        ...writerOf(context, changes.proposedBy),
        steps: '[]',
        notes: null,
      }
      const notes = notesOf(changed, page, fields)
      await steps.insert(transaction, { ...address, ...changed, notes })
    },
  })
  await wantPages(transaction, caller, { workspaceId, pageId }, changes.wanted)
  return { answer: { version, updatedAt: at }, waits }
}

function authorsOf({ caller }: ChangeContext, { proposedBy, coAuthor }: PageChanges): string[] {
  const other = proposedBy?.userId ?? coAuthor
  return other === undefined ? [caller.userId] : [other, caller.userId]
}

/** The notes of a change of the content, with the fields that it gives the page, and that nobody typed it. */
function notesOf(
  { notes, steps: list, via }: Pick<JournalChange, 'notes' | 'steps' | 'via'>,
  page: StoredFields,
  fields: StoredFields,
): string | null {
  const differing = differingStoredFields(page, fields)
  const looksTyped = list !== '[]' && isTypedBy(via)
  if (differing.length === 0 && !looksTyped) return notes
  const noted: unknown = notes === null ? {} : JSON.parse(notes)
  return JSON.stringify({
    ...(differing.length > 0 && { fields: pickStored(fields, differing) }),
    ...Object(noted),
    ...(looksTyped && { typed: false }),
  })
}
