import { DamagedContent } from '../../lib/damaged-content.ts'
import { type Reader, skillFiles } from '../../store/index.ts'

/** The bytes of a file of a version. Throws DamagedContent where the store has lost them. */
export async function requireContent(
  reader: Reader,
  { workspaceId, sha256 }: { workspaceId: string; sha256: string },
): Promise<Uint8Array> {
  const content = await skillFiles.content(reader, { workspaceId, sha256 })
  if (content === undefined) throw new DamagedContent('lost')
  return content
}
