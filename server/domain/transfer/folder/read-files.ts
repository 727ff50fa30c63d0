import { type files, type Snapshot, sources } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { attachmentsByPage } from '../export/attachments.ts'
import { emptyDocument } from '../export/export.ts'
import type { PlacedPage } from '../export/layout.ts'
import { writeFile } from './file-work.ts'
import { entryOf, type Folder, type FolderAddress, type FolderEntry, readFolder } from './folder.ts'

/** A file that a page links to or names. */
export type LinkedFile = { fileId: string; path: string; sha256: string; size: number }

export type PageFile = FolderEntry & {
  /** Null for a page that its folder gives. */
  text: string | null
  files: LinkedFile[]
}

/** The answer has at least one page, and further ones up to this size. */
const maxLength = 2_000_000

/**
 * The Markdown files of pages, as an export writes them, without comments, proposals and permissions. Leaves out pages
 * that are not in the folder, and those that would make the answer too large. Throws PAGE_NOT_FOUND.
 */
export function readFiles(
  context: WorkspaceContext,
  { pageIds, ...address }: FolderAddress & { pageIds: readonly string[] },
): Promise<PageFile[]> {
  const { store, viewer } = context
  return store.snapshot(async (snapshot) => {
    const folder = await readFolder(context, snapshot, viewer, address)
    const attachments = await attachmentsByPage(snapshot, viewer)
    const wanted = new Set(pageIds)
    const read: PageFile[] = []
    let length = 0
    for (const page of folder.placed) {
      if (!wanted.has(page.row.id)) continue
      const attached = attachments.get(page.row.id) ?? []
      const file = await readFile(context, snapshot, { folder, page, attached })
      length += file.text?.length ?? 0
      if (read.length > 0 && length > maxLength) break
      read.push(file)
    }
    return read
  })
}

type Placed = { folder: Folder; page: PlacedPage; attached: readonly string[] }

async function readFile(
  context: Pick<WorkspaceContext, 'content'>,
  snapshot: Snapshot,
  { folder, page, attached: attachments }: Placed,
): Promise<PageFile> {
  const { workspaceId, id: pageId } = page.row
  const address = { workspaceId, pageId }
  const document = (await currentDocument(context, snapshot, address)) ?? emptyDocument
  const source = await sources.get(snapshot, address)
  const toWrite = { page, document, source, attachments }
  const { text, fileIds } = await writeFile(context, folder, toWrite)
  const files = fileIds.flatMap((id) => linkedFile(folder, folder.files.get(id)))
  return { ...entryOf(folder, page), text, files }
}

function linkedFile({ linking }: Folder, row: files.FileRow | undefined): LinkedFile[] {
  const path = row && linking.files.pathOf(row.id)
  if (row === undefined || path === undefined) return []
  return [{ fileId: row.id, path, sha256: row.sha256, size: row.size }]
}
