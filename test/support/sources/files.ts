import assert from 'node:assert/strict'
import { convertSource } from '../../../server/domain/transfer/sources/convert.ts'
import type {
  Loss,
  SourceFiles,
  SourceKind,
} from '../../../server/domain/transfer/sources/source-files.ts'

/** Files by their path. */
export function filesOf(files: Readonly<Record<string, string | Uint8Array>>): SourceFiles {
  const contents = new Map(
    Object.entries(files).map(([path, content]) => [path, Buffer.from(content)]),
  )
  const find = (path: string): Buffer => {
    const content = contents.get(path)
    assert.ok(content, `${path} is there`)
    return content
  }
  return {
    paths: () => [...contents.keys()],
    size: (path) => find(path).length,
    read: async (path) => find(path),
  }
}

export type Converted = {
  kind: SourceKind
  /** Texts by their path, in order. */
  files: Record<string, string>
  losses: Loss[]
  warnings: string[]
}

/** Converts files, and reads everything that came of it. */
export async function converted(files: SourceFiles, kind?: SourceKind): Promise<Converted> {
  const folder = await convertSource(files, kind)
  const texts: [string, string][] = []
  for (const path of folder.files.paths()) {
    const bytes = await folder.files.read(path)
    assert.equal(bytes.length, folder.files.size(path), path)
    texts.push([path, Buffer.from(bytes).toString('utf8')])
  }
  const { kind: found, losses, warnings } = folder
  const sorted = texts.toSorted(([a], [b]) => (a < b ? -1 : 1))
  return { kind: found, files: Object.fromEntries(sorted), losses, warnings }
}

export const convertTexts = (
  files: Readonly<Record<string, string | Uint8Array>>,
  kind?: SourceKind,
): Promise<Converted> => converted(filesOf(files), kind)
