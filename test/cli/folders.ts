import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { createWorkspace } from '../../server/domain/people/workspaces.ts'
import { exportWorkspace } from '../../server/domain/transfer/export/export.ts'
import type { ExportReport } from '../../server/domain/transfer/export/report.ts'
import {
  importSource,
  type SourceReport,
} from '../../server/domain/transfer/import/import-source.ts'
import { importFolder } from '../../server/domain/transfer/import/import.ts'
import type { ImportReport } from '../../server/domain/transfer/import/report.ts'
import type { SourceKind } from '../../server/domain/transfer/sources/source-files.ts'
import { startServer, type TestServer } from '../support/server.ts'

export const pixel = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

/** A server and a folder of its own for the files of a test. */
export type Desk = TestServer & {
  folder: string
  /** Writes files under a new folder and gives its path. */
  write: (files: Record<string, string | Uint8Array>) => Promise<string>
  importFrom: (folder: string, workspaceId?: string, parentId?: string) => Promise<ImportReport>
  /** Also imports files that no page links to. */
  importAll: (folder: string, workspaceId: string) => Promise<ImportReport>
  /** Imports a folder, an archive or a document of any kind. */
  importSource: (path: string, workspaceId: string, kind?: SourceKind) => Promise<SourceReport>
  exportTo: (name: string, workspaceId?: string) => Promise<{ path: string; report: ExportReport }>
  addWorkspace: () => Promise<string>
}

export async function openDesk(): Promise<Desk> {
  const server = await startServer()
  const folder = await mkdtemp(join(tmpdir(), 'quire-desk-'))
  const { app, userId, workspaceId: first } = server
  const caller = { userId, keyId: undefined, via: 'cli', readOnly: false, workspaceIds: undefined }
  const context = app.contextFor({ ...caller, via: 'cli' })
  let count = 0
  return {
    ...server,
    folder,
    write: async (files) => {
      count += 1
      const root = join(folder, `in-${count}`)
      await mkdir(root)
      for (const [path, content] of Object.entries(files)) {
        await mkdir(dirname(join(root, path)), { recursive: true })
        await writeFile(join(root, path), content)
      }
      return root
    },
    importFrom: (from, workspaceId = first, parentId) =>
      importFolder(context, { folder: from, workspaceId, parentId: parentId ?? null }),
    importAll: (from, workspaceId) =>
      importFolder(context, { folder: from, workspaceId, parentId: null, allFiles: true }),
    importSource: (source, workspaceId, kind) =>
      importSource(context, { source, kind, workspaceId, parentId: null }),
    exportTo: async (name, workspaceId = first) => {
      const path = join(folder, name)
      return { path, report: await exportWorkspace(context, { folder: path, workspaceId }) }
    },
    addWorkspace: async () => {
      const created = await createWorkspace(app.store, { name: 'Other', slug: undefined }, userId)
      return created.id
    },
    close: async () => {
      await server.close()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

/** Every file below a folder, by its path with slashes, in order. */
export async function readFolder(folder: string): Promise<Record<string, string>> {
  const names = await readdir(folder, { recursive: true, withFileTypes: true })
  const files: Record<string, string> = {}
  for (const entry of names.filter((found) => found.isFile())) {
    const path = join(entry.parentPath, entry.name)
    files[path.slice(folder.length + 1)] = await readFile(path, 'utf8')
  }
  return Object.fromEntries(Object.entries(files).toSorted(([a], [b]) => (a < b ? -1 : 1)))
}
