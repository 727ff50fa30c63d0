import { createHash } from 'node:crypto'
import { mkdtemp, open, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { StoredFile } from './file-store.ts'

export type Content = StoredFile &
  ({ kind: 'memory'; bytes: Uint8Array<ArrayBuffer> } | { kind: 'file'; path: string })

export type Spooled = Content & { remove: () => Promise<void> }

/** Takes content in whole, because its name is known only at its end: up to `most` bytes in memory. */
export async function spool(
  content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
  most: number,
): Promise<Spooled> {
  const hash = createHash('sha256')
  let waiting: Uint8Array[] = []
  let size = 0
  let folder: string | undefined
  const remove = async () => {
    if (folder !== undefined) await rm(folder, { recursive: true, force: true })
  }
  const path = () => join(folder ?? '', 'content')
  const write = async () => {
    folder ??= await mkdtemp(join(tmpdir(), 'quire-upload-'))
    const handle = await open(path(), 'a', 0o600)
    try {
      for (const chunk of waiting) await handle.writeFile(chunk)
    } finally {
      await handle.close()
    }
    waiting = []
  }
  try {
    let held = 0
    for await (const chunk of content) {
      hash.update(chunk)
      size += chunk.byteLength
      held += chunk.byteLength
      waiting.push(chunk)
      if (held <= most) continue
      await write()
      held = 0
    }
    if (folder !== undefined && waiting.length > 0) await write()
  } catch (error) {
    await remove()
    throw error
  }
  const stored = { sha256: hash.digest('hex'), size, remove }
  if (folder !== undefined) return { ...stored, kind: 'file', path: path() }
  return { ...stored, kind: 'memory', bytes: Uint8Array.from(Buffer.concat(waiting)) }
}
