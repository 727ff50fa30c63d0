import { maxFileBytes } from '../../file-text.ts'
import type { SourceFiles } from '../source-files.ts'

/** HTML is read up to this size; most of it is no text. */
const maxHtmlBytes = 4 * maxFileBytes

/** The text of a Markdown or CSV file; undefined if it is not UTF-8 or too large for a page. */
export async function readText(files: SourceFiles, path: string): Promise<string | undefined> {
  if (files.size(path) > maxFileBytes) return undefined
  return decode(await files.read(path), 'utf-8')
}

/** The text of an HTML file in the encoding that it states. */
export async function readHtmlText(files: SourceFiles, path: string): Promise<string | undefined> {
  if (files.size(path) > maxHtmlBytes) return undefined
  const bytes = await files.read(path)
  const head = Buffer.from(bytes.subarray(0, 2048)).toString('latin1')
  const stated = /<meta[^>]{0,200}charset\s*=\s*["']?([\w-]{1,40})/i.exec(head)?.[1]
  return decode(bytes, 'utf-8') ?? decode(bytes, stated ?? 'windows-1252')
}

function decode(bytes: Uint8Array, encoding: string): string | undefined {
  try {
    return new TextDecoder(encoding, { fatal: true }).decode(bytes)
  } catch {
    return undefined
  }
}
