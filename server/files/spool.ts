import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredFile } from './file-store.ts'

export type Content = StoredFile &
  ({ kind: 'memory'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'file'; path: string })

export type Spooled = Content & { remove: () => Promise<void> }

/**
 * Buffers content completely, because its hash is known only at the end: up to `maxMemoryBytes` in memory, the rest
 * in a temporary file.
 */
export async function spool(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  maxMemoryBytes: number,
): Promise<Spooled> {
  const hash = createHash('sha256')
  let chunks: Uint8Array[] = []
  let size = 0
  let folder: string | undefined
  const remove = async () => {
    // What was sent is stored, whether or not this copy can be deleted.
    if (folder !== undefined)
      await rm(folder, { recursive: true, force: true }).catch(() => undefined)
  }
  const path = () => join(folder ?? '', 'content')
  const write = async () => {
    folder ??= await mkdtemp(join(tmpdir(), 'quire-upload-'))
    const handle = await open(path(), 'a', 0o600)
    try {
      for (const chunk of chunks) await handle.writeFile(chunk)
    } finally {
      await handle.close()
    }
    chunks = []
  }
  try {
    let memoryBytes = 0
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.byteLength
      memoryBytes += chunk.byteLength
      chunks.push(chunk)
      if (memoryBytes <= maxMemoryBytes) continue
      await write()
      memoryBytes = 0
    }
    if (folder !== undefined && chunks.length > 0) await write()
  } catch (error) {
    await remove()
    throw error
  }
  const stored = { sha256: hash.digest('hex'), size, remove }
  if (folder !== undefined) return { ...stored, kind: 'file', path: path() }
  return { ...stored, kind: 'memory', bytes: Uint8Array.from(Buffer.concat(chunks)) }
}
