import { posix } from 'node:path'
import { clock } from '../../../lib/clock.ts'
import { storable } from '../../../lib/text.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { insertFile } from '../../files/files.ts'
import { mimeTypeOf } from '../../files/mime-types.ts'

/** A file whose bytes are stored, before it has a row. Without one, its bytes are removed later. */
export type StoredFile = Parameters<typeof insertFile>[2]

/** Stores the bytes of a file. `insertFile` adds its row in the transaction of what uses it. */
export async function storeBytes(
  { files }: Pick<WorkspaceContext, 'files'>,
  {
    workspaceId,
    id,
    path,
    content,
  }: {
    workspaceId: string
    id: string
    path: string
    content: Uint8Array
  },
): Promise<StoredFile> {
  const storedAt = clock.now()
  const name = storable(posix.basename(path))
  const stored = await files.put([content])
  return { workspaceId, id, name, mimeType: mimeTypeOf(path), storedAt, ...stored }
}
