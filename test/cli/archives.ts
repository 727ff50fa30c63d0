import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { createGunzip, gzipSync } from 'node:zlib'
import { extract, type Header, pack } from 'tar-stream'

export type ArchiveEntry = { header: Partial<Header> & { name: string }; content: Buffer }

export async function readArchive(path: string): Promise<ArchiveEntry[]> {
  const entries: ArchiveEntry[] = []
  const archive = extract()
  createReadStream(path).pipe(createGunzip()).pipe(archive)
  for await (const entry of archive) {
    const chunks: Buffer[] = []
    // SAFETY: the reader of tar gives buffers.
    for await (const chunk of entry) chunks.push(chunk as Buffer)
    entries.push({ header: { name: entry.header.name }, content: Buffer.concat(chunks) })
  }
  return entries
}

/** Writes an archive as an attacker would: any name, any kind, any content. */
export async function writeArchive(
  path: string,
  entries: readonly ArchiveEntry[],
): Promise<string> {
  const archive = pack()
  const bytes = buffer(archive)
  for (const { header, content } of entries) {
    const sink = archive.entry({ ...header, size: content.length })
    sink.end(content)
    await once(sink, 'close')
  }
  archive.finalize()
  await writeFile(path, gzipSync(await bytes))
  return path
}

/** The manifest of an archive with changes, and with the hashes of tables as they are in it now. */
export function withManifest(
  entries: readonly ArchiveEntry[],
  change: (manifest: Record<string, unknown>) => object = (manifest) => manifest,
): ArchiveEntry[] {
  const [head, ...rest] = entries
  const manifest = JSON.parse(head?.content.toString() ?? '{}')
  for (const { header, content } of rest) {
    const table = /^tables\/(\w+)\.jsonl$/.exec(header.name)?.[1]
    if (table === undefined || manifest.tables[table] === undefined) continue
    const sha256 = createHash('sha256').update(content).digest('hex')
    const rows = content.toString().split('\n').length - 1
    manifest.tables[table] = { rows, bytes: content.length, sha256 }
  }
  const content = Buffer.from(JSON.stringify(change(manifest)))
  return [{ header: { name: 'manifest.json' }, content }, ...rest]
}
