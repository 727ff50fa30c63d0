import type { PageType } from '../../lib/vocabulary.ts'
import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type WorkspaceRow = { id: string; name: string; slug: string; createdAt: number }

const columns = 'id, name, slug, created_at as "createdAt"'

const byIdStatement = statement<WorkspaceRow, { id: string }>(
  'workspaces.byId',
  `select ${columns} from workspaces where id = $id and removed_at is null`,
)
const bySlugStatement = statement<WorkspaceRow, { slug: string }>(
  'workspaces.bySlug',
  `select ${columns} from workspaces where slug = $slug and removed_at is null`,
)
const listStatement = statement<WorkspaceRow>(
  'workspaces.list',
  `select ${columns} from workspaces where removed_at is null order by created_at, id`,
)
const pageCountsStatement = statement<
  {
    sequence: number
    countedSequence: number | null
    textPages: number | null
    kanbanPages: number | null
  },
  { workspaceId: string }
>(
  'workspaces.pageCounts',
  `select event_sequence as "sequence", counted_sequence as "countedSequence",
     text_pages as "textPages", kanban_pages as "kanbanPages" from workspaces where id = $workspaceId`,
)
const setPageCountsStatement = statement<never, PageCounts & { workspaceId: string }>(
  'workspaces.setPageCounts',
  `update workspaces set counted_sequence = event_sequence, text_pages = $TEXT, kanban_pages = $KANBAN
   where id = $workspaceId`,
)
const insertStatement = statement<never, WorkspaceRow>(
  'workspaces.insert',
  'insert into workspaces (id, name, slug, created_at) values ($id, $name, $slug, $createdAt)',
)
const renameStatement = statement<never, { id: string; name: string }>(
  'workspaces.rename',
  'update workspaces set name = $name where id = $id',
)
const instructionsStatement = statement<{ instructions: string | null }, { id: string }>(
  'workspaces.instructions',
  'select instructions from workspaces where id = $id',
)
const setInstructionsStatement = statement<never, { id: string; text: string | null }>(
  'workspaces.setInstructions',
  'update workspaces set instructions = $text where id = $id',
)

const lineBreaksStatement = statement<{ keepsLineBreaks: 0 | 1 }, { id: string }>(
  'workspaces.lineBreaks',
  'select keeps_line_breaks as "keepsLineBreaks" from workspaces where id = $id',
)
const setLineBreaksStatement = statement<never, { id: string; keepsLineBreaks: 0 | 1 }>(
  'workspaces.setLineBreaks',
  'update workspaces set keeps_line_breaks = $keepsLineBreaks where id = $id',
)

export function byId(reader: Reader, id: string): Promise<WorkspaceRow | undefined> {
  return reader.get(byIdStatement, { id })
}

export function bySlug(reader: Reader, slug: string): Promise<WorkspaceRow | undefined> {
  return reader.get(bySlugStatement, { slug })
}

export function list(reader: Reader): Promise<WorkspaceRow[]> {
  return reader.all(listStatement)
}

export async function insert(transaction: Transaction, workspace: WorkspaceRow): Promise<void> {
  const { id, name, slug, createdAt } = workspace
  await transaction.run(insertStatement, { id, name, slug, createdAt })
}

export async function rename(transaction: Transaction, id: string, name: string): Promise<void> {
  await transaction.run(renameStatement, { id, name })
}

/** Instructions for agents, written by an admin. */
export async function instructions(reader: Reader, id: string): Promise<string | null> {
  return (await reader.get(instructionsStatement, { id }))?.instructions ?? null
}

export async function setInstructions(
  transaction: Transaction,
  id: string,
  text: string | null,
): Promise<void> {
  await transaction.run(setInstructionsStatement, { id, text })
}

/** Returns whether a line end within a paragraph is shown as a line break. */
export async function keepsLineBreaks(reader: Reader, id: string): Promise<boolean> {
  return (await reader.get(lineBreaksStatement, { id }))?.keepsLineBreaks === 1
}

export async function setLineBreaks(
  transaction: Transaction,
  id: string,
  keepsLineBreaks: boolean,
): Promise<void> {
  await transaction.run(setLineBreaksStatement, { id, keepsLineBreaks: keepsLineBreaks ? 1 : 0 })
}

export type PageCounts = Record<PageType, number>

/**
 * The number of pages outside the trash. Undefined when a recount is needed: the pages were never counted, or an
 * older version of Quire has written to the workspace.
 */
export async function pageCounts(
  reader: Reader,
  workspaceId: string,
): Promise<PageCounts | undefined> {
  const row = await reader.get(pageCountsStatement, { workspaceId })
  if (row === undefined || row.countedSequence !== row.sequence) return undefined
  return { TEXT: row.textPages ?? 0, KANBAN: row.kanbanPages ?? 0 }
}

/** Stores the counts of this transaction; from then on, each event updates them. */
export async function setPageCounts(
  transaction: Transaction,
  workspaceId: string,
  { TEXT, KANBAN }: PageCounts,
): Promise<void> {
  await transaction.run(setPageCountsStatement, { workspaceId, TEXT, KANBAN })
}
