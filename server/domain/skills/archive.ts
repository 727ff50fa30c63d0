import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { type Reader, skillFiles } from '../../store/index.ts'
import { requireContent } from './contents.ts'
import { zipFiles } from './zip.ts'

export type ArchiveFormat = 'zip' | 'tar.gz'

type ArchivedFile = { path: string; content: Uint8Array; mode: number }

/**
 * The files of a version as an archive, the same for the same version. `folder` is the name of the folder in the archive;
 * without one, the files are at its root.
 */
export async function archiveVersion(
  reader: Reader,
  address: { workspaceId: string; pageId: string; version: number },
  { format, folder }: { format: ArchiveFormat; folder: string | undefined },
): Promise<Buffer> {
  const { workspaceId } = address
  const files: ArchivedFile[] = []
  for (const { path, sha256, isExecutable } of await skillFiles.list(reader, address)) {
    const content = await requireContent(reader, { workspaceId, sha256 })
    const mode = isExecutable === 1 ? 0o755 : 0o644
    files.push({ path: folder === undefined ? path : `${folder}/${path}`, content, mode })
  }
  return format === 'zip' ? zipFiles(files) : tarFiles(files)
}

async function tarFiles(files: readonly ArchivedFile[]): Promise<Buffer> {
  const { pack } = await import('tar-stream')
  const archive = pack()
  for (const { path, content, mode } of files) {
    archive.entry({ name: path, mode, mtime: new Date(0) }, Buffer.from(content))
  }
  archive.finalize()
  const chunks: Uint8Array[] = []
  await pipeline(archive, createGzip(), async (packed: AsyncIterable<Uint8Array>) => {
    for await (const chunk of packed) chunks.push(chunk)
  })
  return Buffer.concat(chunks)
}
