import { derivedId } from '../../../lib/ids.ts'
import { startTimeSlice } from '../../../lib/time-slices.ts'
import { importItems, type imports, levelIn, levelNumbers } from '../../../store/index.ts'
import type { WorkspaceContext } from '../../context.ts'
import type { KnownFile, KnownPage, Ledger } from '../import/ledger.ts'

/** Items that one statement reads. */
const batchSize = 1000

type Import = Pick<imports.ImportRow, 'workspaceId' | 'id' | 'parentId' | 'updates' | 'createdAt'>

/** What an import, and with `updates` earlier ones below the same parent, wrote according to the store. */
export async function readLedger(context: WorkspaceContext, row: Import): Promise<Ledger> {
  const { workspaceId, id: importId } = row
  const rootId = row.parentId ?? workspaceId
  const item = { workspaceId, rootId, importId }
  const pages = await readPages(context, row, rootId)
  const files = await readFiles(context, row, rootId)
  return {
    page: (path) => pages.get(keyOf(path)),
    file: (path) => files.get(keyOf(path)),
    newFiles: [...files].filter(([path, { id }]) => id === idOf(row, `file\n${path}`)).length,
    newId: (kind, path) => idOf(row, `${kind}\n${path}`),
    putPage: (transaction, path, { id: itemId, version, fingerprint }) =>
      importItems.put(transaction, {
        ...item,
        kind: 'page',
        path: keyOf(path),
        itemId,
        version,
        fingerprint,
      }),
    putFile: (transaction, path, { id: itemId, sha256: fingerprint }) =>
      importItems.put(transaction, {
        ...item,
        kind: 'file',
        path: keyOf(path),
        itemId,
        version: 1,
        fingerprint,
      }),
  }
}

/** Its own pages are done whoever can read them and wherever they are: a second page would have the same ID. */
async function readPages(
  context: WorkspaceContext,
  { workspaceId, id: importId, updates }: Import,
  rootId: string,
): Promise<ReadonlyMap<string, KnownPage>> {
  const { store, viewer } = context
  const mayWrite = writableSections(context)
  const pages = new Map<string, KnownPage>()
  const own = (part: Part) => importItems.ownPages(store, { workspaceId, importId }, part)
  for await (const { itemId: id, version, fingerprint, path, ...item } of all(own, rootId)) {
    const { isGone, sectionId } = item
    const page: KnownPage = { id, version, fingerprint, isDone: true }
    if (isGone === 1) page.closed = 'gone'
    else if (sectionId !== null && !(await mayWrite(sectionId))) page.closed = { sectionId }
    pages.set(path, page)
  }
  if (updates === 0) return pages
  const earlier = (part: Part) => importItems.pages(store, viewer, part)
  for await (const { itemId: id, version, fingerprint, path, ...item } of all(earlier, rootId)) {
    if (item.importId === importId || !(await mayWrite(item.sectionId))) continue
    pages.set(path, { id, version, fingerprint, isDone: false })
  }
  return pages
}

async function readFiles(
  { store, viewer }: WorkspaceContext,
  { workspaceId, id: importId, updates }: Import,
  rootId: string,
): Promise<ReadonlyMap<string, KnownFile>> {
  const files = new Map<string, KnownFile>()
  const own = (part: Part) => importItems.ownFiles(store, { workspaceId, importId }, part)
  for await (const { itemId: id, fingerprint: sha256, path } of all(own, rootId)) {
    files.set(path, { id, sha256, isDone: true })
  }
  if (updates === 0) return files
  const earlier = (part: Part) => importItems.files(store, viewer, part)
  for await (const { itemId: id, fingerprint: sha256, path, ...item } of all(earlier, rootId)) {
    if (item.importId !== importId) files.set(path, { id, sha256, isDone: false })
  }
  return files
}

/** A path that is not empty: lists begin after the empty one. */
function keyOf(path: string): string {
  return path === '' ? '/' : path
}

type Part = { rootId: string; after: string; limit: number }

async function* all<Item extends { path: string }>(
  read: (part: Part) => Promise<Item[]>,
  rootId: string,
): AsyncGenerator<Item> {
  const timeSlice = startTimeSlice()
  for (let after = ''; ;) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const items = await read({ rootId, after, limit: batchSize })
    yield* items
    const last = items.at(-1)
    if (last === undefined) return
    after = last.path
  }
}

function writableSections({
  store,
  viewer,
}: WorkspaceContext): (sectionId: string | null) => Promise<boolean> {
  const known = new Map<string | null, boolean>()
  return async (sectionId) => {
    const found = known.get(sectionId)
    if (found !== undefined) return found
    const isWritable = (await levelIn(store, viewer, sectionId)) >= levelNumbers.write
    known.set(sectionId, isWritable)
    return isWritable
  }
}

/** With the time of the import, the same for the same name. */
function idOf({ id, createdAt }: Pick<Import, 'id' | 'createdAt'>, name: string): string {
  return derivedId(createdAt, `${id}\n${name}`)
}
