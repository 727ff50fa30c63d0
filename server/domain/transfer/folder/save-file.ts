import { posix } from 'node:path'
import { AppError } from '../../../lib/errors.ts'
import type { StoredFieldName } from '../../../lib/page-fields.ts'
import { type pages, sources, type Transaction } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { packSource, type PageSource, type SourceFile } from '../../document/page-source.ts'
import { requireFile } from '../../files/files.ts'
import { attach } from '../../pages/attachments.ts'
import { changeQueuedPage, type PageChanges } from '../../pages/change.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { onPage } from '../../pages/page-queue.ts'
import { requirePage } from '../../pages/tree.ts'
import { mergeBody, mergeFields } from '../../proposals/merge.ts'
import { pageNotFound } from '../../rights/page-not-found.ts'
import { emptyDocument } from '../export/export.ts'
import type { PlacedPage } from '../export/layout.ts'
import { readSource } from '../export/origins.ts'
import { type FileContent, readContent } from './file-content.ts'
import { type Folder, type FolderAddress, readFolder } from './folder.ts'
import { nameOf, requireFileName } from './source-file.ts'

export type FileToSave = FolderAddress & {
  pageId: string
  text: string
  /** The text that the author changed. */
  base: string
  /** The name of the file or folder, if it changes. */
  file?: SourceFile | undefined
  /** The IDs of files by their path in the folder. */
  files?: Readonly<Record<string, string>> | undefined
}

/** `saved` has the version of the page after it. Nothing is written if there is a conflict. */
export type SavedFile = { conflicts: string[]; version: number; unresolved: string[] }

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
  const { workspaceId, pageId } = save
  const row = await requirePage(store, viewer, pageId, 'write')
  const { folder, source, document } = await store.snapshot(async (snapshot) => ({
    folder: await readFolder(context, snapshot, viewer, save),
    source: await readSource(snapshot, { workspaceId, pageId }),
    document: (await currentDocument(context, snapshot, { workspaceId, pageId })) ?? emptyDocument,
  }))
  const page = folder.placed.find((one) => one.row.id === pageId)
  if (page === undefined) throw pageNotFound(pageId)
  const { base, mine } = readBoth(folder, page, save)
  const merged = await merge(context, row, base, mine)
  if (merged.conflicts.length > 0) {
    return { conflicts: merged.conflicts, version: row.version, unresolved: [] }
  }
  const changes = changesOf(row, document, merged.changes)
  const stored = packSource(sourceOf(page, mine, { source, file: save.file }))
  const write = (transaction: Transaction) => writeSource(transaction, context, save, mine, stored)
  const version = await writeChanges(context, row, changes, write)
  return version === 'outdated' ? version : { conflicts: [], version, unresolved: mine.unresolved }
}

function readBoth(
  folder: Folder,
  page: PlacedPage,
  { text, base, file, files = {} }: FileToSave,
): { base: FileContent; mine: FileContent } {
  const name = file === undefined ? page.name : nameOf(file)
  return {
    base: readContent(folder, page, { text: base, name: page.name, given: {} }, '/base'),
    mine: readContent(folder, page, { text, name, given: files }, '/text'),
  }
}

/** What the author changed, brought over the current page. */
async function merge(
  context: WorkspaceContext,
  row: pages.PageRow,
  base: FileContent,
  mine: FileContent,
): Promise<{ changes: PageChanges; conflicts: string[] }> {
  const before = { ...base.fields, properties: base.properties }
  const after = { ...mine.fields, properties: mine.properties }
  const names: StoredFieldName[] = ['title', 'icon', 'properties']
  const changed = names.filter((name) => before[name] !== after[name])
  const given = Object.fromEntries(changed.map((name) => [name, after[name]]))
  const fields = await mergeFields(context, row, { before, fields: given })
  const address = { workspaceId: row.workspaceId, pageId: row.id }
  const isSame = base.content.document === mine.content.document
  const body = await mergeBody(context, address, {
    base: isSame ? null : base.content.document,
    document: mine.content.document,
    baseVersion: null,
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
  { files }: FileContent,
  source: Uint8Array,
): Promise<void> {
  await sources.put(transaction, { workspaceId, pageId }, source)
  for (const fileId of files.keys()) {
    await requireFile(transaction, context.viewer, fileId)
    await attach(transaction, context, { workspaceId, pageId, fileId })
  }
}

function sourceOf(
  { path }: PlacedPage,
  { frontMatter, body: { parts, heading }, files }: FileContent,
  {
    source,
    file = source?.file,
  }: { source: PageSource | undefined; file?: SourceFile | undefined },
): PageSource {
  const unlinked = (source?.unlinked ?? []).filter((id) => source?.files?.[id] !== undefined)
  const folder = posix.dirname(path)
  const paths = {
    ...Object.fromEntries(unlinked.map((id) => [id, source?.files?.[id] ?? ''])),
    ...Object.fromEntries([...files].map(([id, at]) => [id, posix.relative(folder, at)])),
  }
  return {
    ...(file === undefined ? {} : { file }),
    frontMatter,
    parts,
    ...(heading === undefined ? {} : { heading }),
    ...(Object.keys(paths).length === 0 ? {} : { files: paths }),
    ...(unlinked.length === 0 ? {} : { unlinked }),
  }
}
