import type { FileStore } from '../../../files/file-store.ts'
import { checks, files, type Snapshot } from '../../../store/index.ts'
import { soundSize } from '../backup/source.ts'

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
  const known = new Map<string, number | undefined>()
  for (const { sha256, size } of rows) {
    const actual = known.has(sha256) ? known.get(sha256) : await soundSize(store, sha256)
    known.set(sha256, actual)
    const fault = faultOf(actual, size, await store.size(sha256))
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

function faultOf(
  actual: number | undefined,
  expected: number,
  onDisk: number | undefined,
): string | undefined {
  if (onDisk === undefined) return 'has no contents'
  if (actual === undefined) return 'has contents that differ from those that were stored'
  return actual === expected ? undefined : `has ${actual} bytes instead of ${expected}`
}

async function name(snapshot: Snapshot, sha256: string, fault: string): Promise<string[]> {
  const found = await checks.filesOf(snapshot, sha256)
  return found.map(({ id, name }) => `file ${id} (${name}) ${fault}`)
}
