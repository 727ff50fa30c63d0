/** A file to import, by its path in the folder that was chosen. */
export type ChosenFile = { path: string; file: File }

/** What browsers say of a dropped file or folder (https://wicg.github.io/entries-api). */
type Entry = Pick<FileSystemEntry, 'name' | 'isFile' | 'isDirectory'>

type Dropped = {
  files: Iterable<File>
  items: Iterable<Pick<DataTransferItem, 'webkitGetAsEntry'>>
}

/**
 * The files that were dropped, and those in dropped folders. Entries exist only during the event: they are taken before
 * the first pause.
 */
export async function droppedFiles({ files, items }: Dropped): Promise<ChosenFile[]> {
  const entries = Array.from(items, (item) => item.webkitGetAsEntry()).filter(
    (entry) => entry !== null,
  )
  if (!entries.some(({ isDirectory }) => isDirectory)) return chosenFiles(files)
  const found: ChosenFile[] = []
  for (const entry of entries) await collect(entry, '', found)
  return found
}

/** Files of a file dialog. */
export function chosenFiles(files: Iterable<File>): ChosenFile[] {
  return Array.from(files, (file) => ({ path: file.webkitRelativePath || file.name, file }))
}

async function collect(entry: Entry, folder: string, found: ChosenFile[]): Promise<void> {
  // An import leaves hidden files out, but pages can show one of a hidden folder.
  if (entry.name === '.git') return
  const path = `${folder}${entry.name}`
  if (isFile(entry)) {
    found.push({ path, file: await new Promise<File>((done, fail) => entry.file(done, fail)) })
  } else if (isFolder(entry)) {
    for (const child of await childrenOf(entry)) await collect(child, `${path}/`, found)
  }
}

/** Browsers give some entries at a time, and at the end none. */
async function childrenOf(folder: FileSystemDirectoryEntry): Promise<FileSystemEntry[]> {
  const reader = folder.createReader()
  const all: FileSystemEntry[] = []
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((done, fail) =>
      reader.readEntries(done, fail),
    )
    if (some.length === 0) return all
    all.push(...some)
  }
}

function isFile(entry: Entry): entry is FileSystemFileEntry {
  return entry.isFile
}

function isFolder(entry: Entry): entry is FileSystemDirectoryEntry {
  return entry.isDirectory
}
