import { AppError, invalidInput } from '../../../lib/errors.ts'
import type { StoredFieldName } from '../../../lib/page-fields.ts'
import { type pages, sources, type Transaction } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { SourceFile } from '../../document/page-source.ts'
import { wantPages } from '../../document/wanted-links.ts'
import { requireFile } from '../../files/files.ts'
import { attach } from '../../pages/attachments.ts'
import { changeQueuedPage, type PageChanges } from '../../pages/change.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { onPage } from '../../pages/page-queue.ts'
import { requirePage } from '../../pages/tree.ts'
import { mergeBody, mergeFields } from '../../proposals/merge.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { emptyDocument } from '../export/export.ts'
import type { ReadChange } from './file-tasks.ts'
import { readChange } from './file-work.ts'
import type { FolderAddress } from './folder.ts'
import { recentFolder } from './recent-folders.ts'
import { nameOf, requireFileName } from './source-file.ts'

export type FileToSave = FolderAddress & {
  pageId: string
  text: string
  /** The text that the author changed. */
  base: string
  /** The version of the page that had the base. */
  baseVersion?: number | undefined
  /** The name of the file or folder, if it changes. */
  file?: SourceFile | undefined
  /** The IDs of files by their path in the folder. */
  files?: Readonly<Record<string, string>> | undefined
}

/** `saved` has the version of the page after it. Nothing is written if there is a conflict. */
export type SavedFile = { conflicts: string[]; version: number; unresolved: string[] }

type AcceptedChange = Extract<ReadChange, { ok: true }>

/** Attempts to repeat a save because the page changed meanwhile. */
const maxAttempts = 60

/**
 * Saves the Markdown file of a page: what its author changed in the base is brought over what the page is now, as if it
 * were typed. Unchanged blocks keep their text. Throws PAGE_NOT_FOUND, FORBIDDEN, FILE_NOT_FOUND, VALIDATION_FAILED or
 * BUSY.
 */
export async function saveFile(context: WorkspaceContext, save: FileToSave): Promise<SavedFile> {
  if (save.file !== undefined) requireFileName(save.file)
  return onPage(context.store, save, async () => {
    for (let attempt = 1; attempt <= maxAttempts; attempt += 1) {
      const saved = await attemptSave(context, save)
      if (saved !== 'outdated') return saved
    }
    throw new AppError('BUSY', 'Others are changing the page at the same time. Try again.', {
      retryAfter: 1,
    })
  })
}

async function attemptSave(
  context: WorkspaceContext,
  save: FileToSave,
): Promise<SavedFile | 'outdated'> {
  const { store, viewer } = context
  const { workspaceId, pageId, text, base, file, files: given = {} } = save
  const row = await requirePage(store, viewer, pageId, 'write')
  const { folder, source, document } = await store.snapshot(async (snapshot) => ({
    folder: await recentFolder(context, snapshot, save),
    source: await sources.get(snapshot, { workspaceId, pageId }),
    document: (await currentDocument(context, snapshot, { workspaceId, pageId })) ?? emptyDocument,
  }))
  const page = folder.linking.pages.get(pageId)
  if (page === undefined) throw pageNotFound(pageId)
  const { path, name } = page
  const newName = file === undefined ? name : nameOf(file)
  const change = { path, name, newName, text, base, given, file, source }
  const read = await readChange(context, folder, change)
  if (!read.ok) {
    throw invalidInput([{ path: read.field, rule: 'document', message: read.reason }])
  }
  const { unresolved } = read.mine
  const merged = await merge(context, row, read, save.baseVersion)
  if (merged.conflicts.length > 0) {
    return { conflicts: merged.conflicts, version: row.version, unresolved: [] }
  }
  const changes = changesOf(row, document, merged.changes)
  const write = (transaction: Transaction) => writeSource(transaction, context, save, read)
  const version = await writeChanges(context, row, changes, write)
  if (version === 'outdated') return version
  return { conflicts: [], version, unresolved }
}

/** What the author changed, brought over the current page. */
async function merge(
  context: WorkspaceContext,
  row: pages.PageRow,
  { base, mine }: AcceptedChange,
  baseVersion: number | null = null,
): Promise<{ changes: PageChanges; conflicts: string[] }> {
  const before = { ...base.fields, properties: base.properties }
  const after = { ...mine.fields, properties: mine.properties }
  const names: StoredFieldName[] = ['title', 'icon', 'properties']
  const changed = names.filter((name) => before[name] !== after[name])
  const given = Object.fromEntries(changed.map((name) => [name, after[name]]))
  const fields = await mergeFields(context, row, { before, fields: given })
  const address = { workspaceId: row.workspaceId, pageId: row.id }
  const { document } = mine.content
  const body = await mergeBody(context, address, {
    base: base.document === document ? null : base.document,
    document,
    baseVersion,
  })
  const conflicts = [...fields.conflicts, ...(body.conflicts.length > 0 ? ['body'] : [])]
  return { changes: { ...fields.fields, content: body.content }, conflicts }
}

/** Only what differs from the current page. */
function changesOf(
  row: pages.PageRow,
  document: string,
  { content, ...fields }: PageChanges,
): PageChanges {
  const current = new Map<string, unknown>(Object.entries(row))
  const differing = Object.entries(fields).filter(([name, value]) => current.get(name) !== value)
  const isNew = content !== undefined && content.document !== document
  return { ...Object.fromEntries(differing), ...(isNew ? { content } : {}) }
}

/** The new version; `outdated` if the page changed since the row was read. */
async function writeChanges(
  context: WorkspaceContext,
  row: pages.PageRow,
  changes: PageChanges,
  write: (transaction: Transaction) => Promise<void>,
): Promise<number | 'outdated'> {
  const { workspaceId, id: pageId } = row
  const decide = async (transaction: Transaction, now: pages.PageRow) => {
    if (now.version !== row.version) return 'outdated' as const
    await write(transaction)
    return undefined
  }
  if (Object.keys(changes).length > 0) {
    const changed = await changeQueuedPage(context, { workspaceId, pageId }, changes, decide)
    return changed === 'outdated' ? changed : changed.version
  }
  return context.store.transactIn({ workspaceId }, async (transaction) => {
    const now = await requirePage(transaction, context.viewer, pageId, 'write')
    return (await decide(transaction, now)) ?? now.version
  })
}

async function writeSource(
  transaction: Transaction,
  context: WorkspaceContext,
  { workspaceId, pageId }: FileToSave,
  { mine, source }: AcceptedChange,
): Promise<void> {
  await sources.put(transaction, { workspaceId, pageId }, source)
  await wantPages(transaction, context.caller, { workspaceId, pageId }, mine.wanted)
  for (const fileId of mine.fileIds) {
    await requireFile(transaction, context.viewer, fileId)
    await attach(transaction, context, { workspaceId, pageId, fileId })
  }
}
