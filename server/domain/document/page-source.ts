import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import type { SourcePart } from '../../../content/source/split.ts'
import { fits } from '../../lib/json/fits.ts'
import { Type } from '../../lib/json/type.ts'

/** The file that a page was read from. */
export type SourceFile = {
  /** The name of a Markdown file with its ending, or of a folder. */
  name: string
  /**
   * The path from the folder to the file that is its page: `index.md`, `Name.md`, or `../Name.md` beside it. '' for a
   * folder without one. Undefined for a file.
   */
  index?: string
  /** Whether the folder is the one that was imported. */
  isRoot?: boolean
}

/**
 * The Markdown that a page was read from. An export writes it where the page has not changed. It can be out of date at
 * any time, and is never trusted: what it gives is read again and compared with the page.
 */
export type PageSource = {
  file?: SourceFile
  /** The text up to the end of its front matter, with a byte order mark. */
  frontMatter: string
  parts: readonly SourcePart[]
  /** The index of the part whose heading is the title of the page and not in its document. */
  heading?: number
  /** The paths of its files by their ID, relative to the folder of its file. */
  files?: Record<string, string>
  /** Files that are attached because they lie in its folder. */
  unlinked?: string[]
}

const isSource = fits(
  Type.Object({
    file: Type.Optional(
      Type.Object({
        name: Type.String(),
        index: Type.Optional(Type.String()),
        isRoot: Type.Optional(Type.Boolean()),
      }),
    ),
    frontMatter: Type.String(),
    parts: Type.Array(Type.Object({ text: Type.String(), hash: Type.String() })),
    heading: Type.Optional(Type.Integer()),
    files: Type.Optional(Type.Record(Type.String(), Type.String())),
    unlinked: Type.Optional(Type.Array(Type.String())),
  }),
)

export function packSource(source: PageSource): Uint8Array {
  return zstdCompressSync(JSON.stringify(source))
}

/** Undefined if it is damaged, which `quire check` reports: an export then generates the page. */
export function unpackSource(packed: Uint8Array): PageSource | undefined {
  try {
    const value: unknown = JSON.parse(zstdDecompressSync(packed).toString())
    return isSource(value) ? value : undefined
  } catch {
    return undefined
  }
}
