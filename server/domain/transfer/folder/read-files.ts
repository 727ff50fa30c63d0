import type { files, Snapshot } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { readDocument } from '../../document/stored-body.ts'
import { listAllUrls } from '../../document/urls.ts'
import { currentDocument } from '../../pages/journal/current.ts'
import { attachmentsByPage, emptyDocument } from '../export/export.ts'
import type { PlacedPage } from '../export/layout.ts'
import { type Linking, relativeUrl } from '../export/links.ts'
import { readSource } from '../export/origins.ts'
import { writePage } from '../export/page.ts'
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

/** What a synchronized file has of the fields of Quire only if its author wrote it. */
const retainedFields = ['permissions', 'comments', 'proposals']

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
  { folder, page, attached }: Placed,
): Promise<PageFile> {
  const { workspaceId, id: pageId } = page.row
  const address = { workspaceId, pageId }
  const document = (await currentDocument(context, snapshot, address)) ?? emptyDocument
  const source = await readSource(snapshot, address)
  const linked = linkedFiles(folder.linking, page, document)
  const named = new Set([...Object.keys(source?.files ?? {}), ...(source?.unlinked ?? [])])
  const text = writePage(folder.linking, page, document, {
    attachments: attached.filter((id) => linked.has(id) || named.has(id)),
    threads: [],
    proposals: [],
    permissions: undefined,
    order: folder.origins.ownOrders.get(pageId),
    source,
    retained: retainedFields,
  })
  const ids = new Set([...linked, ...attached.filter((id) => named.has(id))])
  const files = [...ids].flatMap((id) => linkedFile(folder, folder.files.get(id)))
  return { ...(await entryOf(snapshot, page)), text: text ?? null, files }
}

function linkedFiles(linking: Linking, { row, path }: PlacedPage, document: string): Set<string> {
  const linked = new Set<string>()
  for (const url of listAllUrls(readDocument(document, row.id))) {
    relativeUrl(linking, path, url, linked)
  }
  return linked
}

function linkedFile({ linking }: Folder, row: files.FileRow | undefined): LinkedFile[] {
  const path = row && linking.files.pathOf(row.id)
  if (row === undefined || path === undefined) return []
  return [{ fileId: row.id, path, sha256: row.sha256, size: row.size }]
}
