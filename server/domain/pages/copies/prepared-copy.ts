import { files, type pages } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { BodyCopy, CopiedBody } from '../../document/copies/copy-body.ts'
import { currentDocument } from '../journal/current.ts'

const emptyDocument = '{"type":"doc","content":[{"type":"paragraph"}]}'

/** The body of a page that was read as the viewer, with everything that was typed, as the body of another page. */
export async function preparedCopy(
  context: WorkspaceContext,
  { workspaceId, id }: pages.PageRow,
  copy: Omit<BodyCopy, 'id' | 'document'>,
): Promise<CopiedBody & { ok: true }> {
  const address = { workspaceId, pageId: id }
  const document = await currentDocument(context, context.store, address)
  return context.content.copyBody({ id, document: document ?? emptyDocument, ...copy })
}

/** The files of a page that was read as the viewer. */
export async function attachmentsOf(
  { store }: WorkspaceContext,
  { workspaceId, id }: pages.PageRow,
): Promise<string[]> {
  return (await files.ofPage(store, workspaceId, id)).map((file) => file.id)
}

/** Where links to this server can begin. */
export function originsOf({ publicUrl }: WorkspaceContext): string[] {
  return publicUrl === undefined ? [] : [publicUrl]
}
