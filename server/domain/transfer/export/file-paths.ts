import { posix } from 'node:path'
import { mapInSlices, startTimeSlice } from '../../../lib/time-slices.ts'
import { isMarkdown } from '../import/scan.ts'

/** The paths of files relative to the folder of a page, by the ID of the file. */
export type PageFiles = {
  path: string
  files: Readonly<Record<string, string>>
  /** Files that an import does not take for pages, even if they are Markdown. */
  unlinked: ReadonlySet<string>
}

/**
 * The paths that files are exported to again, by their ID: those next to the pages that they were imported with. The
 * path that most pages have wins, unless `isTaken` says that it is that of a page.
 */
export async function filePaths(
  pages: readonly PageFiles[],
  isTaken: (path: string) => boolean,
): Promise<Map<string, string>> {
  const slice = startTimeSlice()
  const counts = new Map<string, Map<string, number>>()
  for (const { path, files, unlinked } of pages) {
    if (slice.isOver()) await slice.pause()
    for (const [id, relative] of Object.entries(files)) {
      const file = posix.join(posix.dirname(path), relative)
      if (!isSound(file) || (isPage(file) && !unlinked.has(id))) continue
      const known = counts.get(id) ?? new Map<string, number>()
      known.set(file, (known.get(file) ?? 0) + 1)
      counts.set(id, known)
    }
  }
  if (counts.size === 0) return new Map()
  const used = new Set<string>()
  const pageFiles = new Set(pages.map(({ path }) => path))
  const paths = new Map<string, string>()
  for (const [id, candidates] of counts) {
    if (slice.isOver()) await slice.pause()
    const [best] = [...candidates].toSorted(([, a], [, b]) => b - a)
    const path = best?.[0] ?? ''
    if (used.has(path) || isTaken(path)) continue
    used.add(path)
    paths.set(id, path)
  }
  // A folder cannot have the name of a file.
  const folders = new Set((await mapInSlices(paths.values(), ancestorsOf)).flat())
  for (const [id, path] of paths) {
    if (slice.isOver()) await slice.pause()
    const isBlocked = folders.has(path) || ancestorsOf(path).some((folder) => pageFiles.has(folder))
    if (isBlocked) paths.delete(id)
  }
  return paths
}

/** Whether a path is in the export. */
function isSound(path: string): boolean {
  const isName = (name: string) => name !== '' && name !== '.' && name !== '..'
  return path.split('/').every(isName) && !path.includes('\0')
}

/** Whether an import would take the file for a page. */
function isPage(path: string): boolean {
  return isMarkdown(path) && !path.split('/').some((name) => name.startsWith('.'))
}

function ancestorsOf(path: string): string[] {
  const names = path.split('/')
  return names.slice(1).map((_, index) => names.slice(0, index + 1).join('/'))
}
