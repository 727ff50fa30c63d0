import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { FileStore } from '../../../files/file-store.ts'
import { DamagedContent } from '../../../lib/damaged-content.ts'
import type { files } from '../../../store/index.ts'
import { mimeTypeOf } from '../../files/mime-types.ts'
import { comparable, createNames, endingOf } from './names.ts'
import type { ExportInput, ExportReport } from './report.ts'

/** The folder for files without a path of their own, at the root. */
const filesFolder = 'files'

/** The files of an export, named at their first use. */
export type ExportedFiles = {
  /** The path from the root; undefined for a file outside the workspace. */
  pathOf: (fileId: string) => string | undefined
  /** The file at a path. */
  idAt: (path: string) => string | undefined
  /** Attributes of a file that its path does not show. */
  detailsOf: (fileId: string) => { name?: string; type?: string }
  used: () => { row: files.FileRow; path: string }[]
}

const maxNameBytes = 120

type FilePaths = {
  /** The paths that files were imported from. */
  imported?: ReadonlyMap<string, string>
  /** Those of pages that are in the folder of files. */
  taken?: readonly string[]
  /** Called with each path at its first use. */
  onPath?: (path: string) => void
}

/** Whether a path is among those of files without a path of their own. */
export function isInFilesFolder(path: string): boolean {
  return comparable(path).startsWith(`${filesFolder}/`)
}

export function createExportedFiles(
  rows: readonly files.FileRow[],
  { imported = new Map(), taken = [], onPath }: FilePaths = {},
): ExportedFiles {
  const byId = new Map(rows.map((row) => [row.id, row]))
  const paths = new Map<string, string>()
  const ids = new Map<string, string>()
  const used = new Set(taken.map(comparable))
  const name = createNames()
  const newPath = (row: files.FileRow): string => {
    const full = notMarkdown(row.name)
    const ending = endingOf(full)
    const stem = full.slice(0, full.length - ending.length)
    for (;;) {
      const path = `${filesFolder}/${name(stem, ending, maxNameBytes)}`
      if (!used.has(comparable(path))) return path
    }
  }
  for (const path of imported.values()) used.add(comparable(path))
  return {
    pathOf: (fileId) => {
      const row = byId.get(fileId)
      if (row === undefined) return undefined
      const known = paths.get(fileId)
      if (known !== undefined) return known
      const path = imported.get(fileId) ?? newPath(row)
      paths.set(fileId, path)
      ids.set(path, fileId)
      onPath?.(path)
      return path
    },
    idAt: (path) => ids.get(path),
    detailsOf: (fileId) => {
      const row = byId.get(fileId)
      const path = paths.get(fileId)
      if (row === undefined || path === undefined) return {}
      return {
        ...(basename(path) === row.name ? {} : { name: row.name }),
        ...(mimeTypeOf(path) === row.mimeType ? {} : { type: row.mimeType }),
      }
    },
    used: () =>
      [...paths].flatMap(([id, path]) => {
        const row = byId.get(id)
        return row === undefined ? [] : [{ row, path }]
      }),
  }
}

/** Writes one file; false when its content is missing or damaged. */
async function writeFile(
  bytes: FileStore,
  folder: string,
  { row, path }: { row: files.FileRow; path: string },
): Promise<boolean> {
  const target = join(folder, path)
  await mkdir(dirname(target), { recursive: true })
  try {
    await pipeline(await bytes.open(row), createWriteStream(target, { flags: 'wx' }))
    return true
  } catch (error) {
    if (!(error instanceof DamagedContent)) throw error
    await rm(target, { force: true })
    return false
  }
}

/** Writes the files that are used. */
export async function writeFiles(
  bytes: FileStore,
  used: ReturnType<ExportedFiles['used']>,
  folder: string,
  onFile?: ExportInput['onFile'],
): Promise<Pick<ExportReport, 'files' | 'bytes' | 'missing'>> {
  const report: Pick<ExportReport, 'files' | 'bytes' | 'missing'> = {
    files: 0,
    bytes: 0,
    missing: [],
  }
  for (const file of used) {
    if (await writeFile(bytes, folder, file)) {
      onFile?.(file.path)
      report.files += 1
      report.bytes += file.row.size
    } else {
      report.missing.push({ id: file.row.id, name: file.row.name })
    }
  }
  return report
}

/** An import would read an attached Markdown file as a page. */
function notMarkdown(name: string): string {
  return /\.(?:md|markdown)$/i.test(name) ? `${name}.txt` : name
}
