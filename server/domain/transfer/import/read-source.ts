import { maxFileBytes } from '../file-text.ts'
import type { Converter } from '../sources/pages/converter.ts'
import { NotConverted } from '../sources/pages/not-converted.ts'
import { type ImportRoot, unreadable } from './root.ts'
import type { Entry } from './scan.ts'
import type { Source } from './source.ts'

/** Reads the Markdown file of a planned page, or returns why it cannot be one. */
export async function readSource(
  root: ImportRoot,
  entry: Entry,
  converter: Pick<Converter, 'readFile'>,
): Promise<Source | string> {
  const { source, size, name } = entry
  if (source === undefined) return converter.readFile({ bytes: new Uint8Array(), name })
  if (size > maxFileBytes) return 'is larger than 8 MiB'
  const bytes = await root.files.read(source).catch(unreadable)
  if (typeof bytes === 'string') return bytes
  return converter.readFile({ bytes, name }).catch(notConverted)
}

function notConverted(error: unknown): string {
  if (!(error instanceof NotConverted)) throw error
  return `cannot be read (${error.message.replace(/\.$/, '')})`
}

/** The requested position among its siblings; pages without one come last. */
export async function readOrder(
  root: ImportRoot,
  { source, size }: Entry,
  converter: Pick<Converter, 'readOrder'>,
): Promise<number> {
  if (source === undefined || size > maxFileBytes) return Infinity
  const bytes = await root.files.read(source).catch(unreadable)
  if (typeof bytes === 'string' || !mayHaveFrontMatter(bytes)) return Infinity
  return converter.readOrder(bytes).catch(() => Infinity)
}

/** The title and the aliases of a page. */
export async function readNames(
  root: ImportRoot,
  { source, size }: Entry,
  converter: Pick<Converter, 'readNames'>,
): Promise<string[]> {
  if (source === undefined || size > maxFileBytes) return []
  const bytes = await root.files.read(source).catch(unreadable)
  return typeof bytes === 'string' ? [] : converter.readNames(bytes).catch(() => [])
}

/** Whether a file begins with `---`, perhaps after a byte order mark. */
function mayHaveFrontMatter(bytes: Uint8Array): boolean {
  const start = Buffer.from(bytes.subarray(0, 6)).toString()
  return start.startsWith('---') || start.startsWith('\ufeff---')
}
