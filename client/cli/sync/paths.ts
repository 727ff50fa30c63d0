import { posix } from 'node:path'

/** The files that are the page of their folder, the first one before the others. */
const indexNames = ['index.md', 'index.markdown', 'readme.md', 'readme.markdown']
const conflictName = /\.conflict-\d{4}-\d{2}-\d{2}(?: \d+)?\.(?:md|markdown)$/i
const device = /^(?:con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(?:\.|$)/i

/** `QUIRE~1` is the folder `.quire`, too. */
const shortName = /^[^.]{1,6}~\d+(?:\.[^.]{0,3})?$/

export function isMarkdown(path: string): boolean {
  return /\.(?:md|markdown)$/i.test(path)
}

/** How early a file is taken as the page of its folder; Infinity for other files. */
export function indexRank(path: string): number {
  const rank = indexNames.indexOf(posix.basename(path).toLowerCase())
  return rank < 0 ? Infinity : rank
}

/** The folder beside a Markdown file that has its name. */
export function adjacentFolder(path: string): string {
  return path.slice(0, path.length - posix.extname(path).length)
}

/** Tells whether a file has the name of the folder that it is in. */
export function isFolderNote(path: string): boolean {
  const folder = folderOf(path)
  return folder !== '' && posix.basename(adjacentFolder(path)) === posix.basename(folder)
}

/** Whether a file has the text of a conflict, and is no page. */
export function isConflictFile(path: string): boolean {
  return conflictName.test(path)
}

export function conflictPath(path: string, date: string, number: number): string {
  const ending = posix.extname(path)
  const stem = path.slice(0, path.length - ending.length)
  return `${stem}.conflict-${date}${number === 1 ? '' : ` ${number}`}${ending}`
}

/** The folder of a path; '' for the root. */
export function folderOf(path: string): string {
  const folder = posix.dirname(path)
  return folder === '.' ? '' : folder
}

/** The folders above a path, the nearest first; without the root. */
export function ancestorsOf(path: string): string[] {
  const folders: string[] = []
  for (let at = folderOf(path); at !== ''; at = folderOf(at)) folders.push(at)
  return folders
}

export function isBelow(path: string, folder: string): boolean {
  return folder === '' || path.startsWith(`${folder}/`)
}

/** Like `reasonAgainst`, for the file of a page. */
export function reasonAgainstPage(path: string, isWindows: boolean): string | undefined {
  const reason = reasonAgainst(path, isWindows)
  return reason ?? (isMarkdown(path) ? undefined : 'it is not the name of a Markdown file')
}

/** Why a path of the server cannot be used in a folder; undefined if it can. */
export function reasonAgainst(path: string, isWindows: boolean): string | undefined {
  for (const name of path.split('/')) {
    // Some file systems ignore characters without a form: they would read a hidden name.
    if (name === '' || name.replaceAll(/\p{Cf}/gu, '').startsWith('.'))
      return 'it leaves the folder or is hidden'
    if (/\p{Cc}/u.test(name)) return 'it has control characters'
    if (!isWindows) continue
    if (/[\\:*?"<>|]/.test(name)) return 'it has a character that Windows rejects'
    if (/[\s.]$/.test(name)) return 'it ends with a space or a period'
    if (device.test(name)) return 'Windows reserves it'
    if (shortName.test(name)) return 'Windows may read it as the short form of another name'
  }
  return undefined
}
