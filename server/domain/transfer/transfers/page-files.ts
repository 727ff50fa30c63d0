import { files, type pages } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import { idsIn } from '../../document/copies/transfer-body.ts'

/** The files that a page attaches, or that its text links to, as far as the caller can read them. */
export async function filesOf(
  { store, viewer }: WorkspaceContext,
  { workspaceId, id }: pages.PageRow,
  texts: readonly string[],
): Promise<files.FileRow[]> {
  const attached = (await files.ofPage(store, workspaceId, id)).map((file) => file.id)
  const linked = texts.flatMap(fileIdsIn)
  const found: files.FileRow[] = []
  for (const fileId of new Set([...attached, ...linked])) {
    const file = await files.get(store, viewer, fileId)
    if (file !== undefined) found.push(file)
  }
  return found
}

/** Files are linked as `/files/…`, and by nodes with a `fileId`. */
function fileIdsIn(text: string): string[] {
  return idsIn(
    Array.from(text.matchAll(/(?:\/files\/|"fileId":")[\da-f-]{36}/gi), String).join(' '),
  )
}
