import { createHash } from 'node:crypto'
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
  const pages = new Map<string, KnownPage>()
  const files = new Map<string, KnownFile>()
  const isOwn = (other: string) => other === importId || row.updates === 1
  const mayWrite = writableSections(context)
  for await (const item of all(
    (part) => importItems.pages(context.store, context.viewer, part),
    rootId,
  )) {
    if (!isOwn(item.importId) || !(await mayWrite(item.sectionId))) continue
    const { itemId: id, version, fingerprint, path } = item
    pages.set(path, { id, version, fingerprint, isDone: item.importId === importId })
  }
  for await (const item of all(
    (part) => importItems.files(context.store, context.viewer, part),
    rootId,
  )) {
    if (!isOwn(item.importId)) continue
    const { itemId: id, fingerprint: sha256, path } = item
    files.set(path, { id, sha256, isDone: item.importId === importId })
  }
  const item = { workspaceId, rootId, importId }
  return {
    page: (path) => pages.get(keyOf(path)),
    file: (path) => files.get(keyOf(path)),
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

/** A path that is not empty: lists begin after the empty one. */
function keyOf(path: string): string {
  return path === '' ? '/' : path
}

async function* all<Item extends { path: string }>(
  read: (part: { rootId: string; after: string; limit: number }) => Promise<Item[]>,
  rootId: string,
): AsyncGenerator<Item> {
  for (let after = ''; ;) {
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

/** A UUID of version 7 (RFC 9562) with the time of the import, the same for the same name. */
function idOf({ id, createdAt }: Pick<Import, 'id' | 'createdAt'>, name: string): string {
  const time = createdAt.toString(16).padStart(12, '0')
  const hex = createHash('sha256').update(`${id}\n${name}`).digest('hex')
  const variant = ((Number.parseInt(hex[3] ?? '0', 16) & 3) | 8).toString(16)
  return [
    time.slice(0, 8),
    time.slice(8),
    `7${hex.slice(0, 3)}`,
    `${variant}${hex.slice(4, 7)}`,
    hex.slice(7, 19),
  ].join('-')
}
