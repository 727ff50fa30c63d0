import type { FileStore, StoredFile } from '../../../files/file-store.ts'
import { checks, files, type Snapshot } from '../../../store/index.ts'

export type FilesCheck = {
  faults: string[]
  contents: number
  /** Contents without a file: harmless leftovers of interrupted uploads. */
  orphans: number
}

/** Finds files whose contents are missing or damaged. */
export async function checkFiles(
  store: FileStore,
  snapshot: Snapshot,
  onContent: () => void,
): Promise<FilesCheck> {
  const faults: string[] = []
  const rows = await files.hashes(snapshot)
  const known = new Set<string>()
  for (const content of rows) {
    const { sha256 } = content
    known.add(sha256)
    const fault = await faultOf(store, content)
    if (fault !== undefined) faults.push(...(await name(snapshot, sha256, fault)))
    onContent()
  }
  for (const { id, name } of await checks.misplaced(snapshot)) {
    faults.push(`file ${id} (${name}) is listed in another workspace than its own`)
  }
  let orphans = 0
  for await (const sha256 of store.list()) if (!known.has(sha256)) orphans += 1
  return { faults, contents: known.size, orphans }
}

async function faultOf(store: FileStore, content: StoredFile): Promise<string | undefined> {
  if ((await store.check(content)) === undefined) return undefined
  const size = await store.size(content.sha256)
  if (size === undefined) return 'has no contents'
  const isIntact = size !== content.size && (await store.check({ ...content, size })) === undefined
  return isIntact
    ? `has ${size} bytes instead of ${content.size}`
    : 'has contents that differ from those that were stored'
}

async function name(snapshot: Snapshot, sha256: string, fault: string): Promise<string[]> {
  const found = await checks.filesOf(snapshot, sha256)
  return found.map(({ id, name }) => `file ${id} (${name}) ${fault}`)
}
