import assert from 'node:assert/strict'
import { addFile as storeFile } from '../../../server/domain/files/files.ts'
import { zipFiles } from '../../../server/domain/skills/zip.ts'
import { imports } from '../../../server/store/index.ts'
import { contextOf, type TestServer } from '../server.ts'

/** An import of a file that is ready to be started. */
export async function addImport(quire: TestServer, fileId: string): Promise<string> {
  const { workspaceId } = quire
  const created = await quire.post<{ id: string }>('/v1/imports/create', { workspaceId, fileId })
  assert.equal(created.status, 200, JSON.stringify(created.body))
  const { id: importId } = created.body
  await quire.app.store.transactIn({ workspaceId }, (transaction) =>
    imports.move(transaction, { workspaceId, importId }, { from: 'reading', to: 'ready', at: 1 }),
  )
  return importId
}

/** A ZIP archive of files. */
export function zipOf(files: Record<string, string | Uint8Array>): Promise<Buffer> {
  return zipFiles(
    Object.entries(files).map(([path, content]) => ({
      path,
      content: Buffer.from(content),
      mode: 0o644,
    })),
  )
}

/** An archive that a person uploaded for an import. */
export async function uploadZip(
  quire: TestServer,
  files: Record<string, string | Uint8Array>,
  { name = 'notes.zip', userId = quire.userId } = {},
): Promise<string> {
  const { workspaceId } = quire
  const file = { workspaceId, name, mimeType: 'application/zip', content: [await zipOf(files)] }
  return storeFile(contextOf({ ...quire, userId }), file, async () => undefined)
}

/** Counts how often the import asks whether to stop, and stops it then. */
export function stopAfter(checks: number): AbortSignal {
  let asked = 0
  const signal = {
    get aborted() {
      asked += 1
      return asked > checks
    },
  }
  // SAFETY: the import reads nothing else of it.
  return signal as AbortSignal
}
