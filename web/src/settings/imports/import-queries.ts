import type { OperationTypes } from '../../../../client/operations.ts'
import { client } from '../../lib/client.ts'
import type { ChosenFile } from '../../lib/uploads/dropped-files.ts'
import { uploadFile } from '../../lib/uploads/upload.ts'
import { zipChosen } from '../../lib/uploads/zip-chosen.ts'

export type Import = OperationTypes['imports']['list']['output']['imports'][number]
export type Preview = NonNullable<OperationTypes['imports']['preview']['output']['preview']>
export type Report = OperationTypes['imports']['report']['output']
export type Counts = Report['counts']

export function importsKey(workspaceId: string): readonly unknown[] {
  return ['imports', workspaceId]
}

/** Whether the server works on an import, so that it changes by itself. */
export function isActive({ state }: Pick<Import, 'state'>): boolean {
  return state === 'reading' || state === 'running'
}

export type NewImport = {
  workspaceId: string
  files: readonly ChosenFile[]
  parentId: string | null
  allFiles: boolean
  updates: boolean
}

/** Uploads the files, several as one archive, and has them read. */
export async function createImport(
  { workspaceId, files, ...choices }: NewImport,
  onProgress: (share: number) => void,
): Promise<Import> {
  const fileId = await uploadFile(workspaceId, await oneFile(files), onProgress)
  return client.imports.create({ workspaceId, fileId, ...choices })
}

async function oneFile(files: readonly ChosenFile[]): Promise<File> {
  const [first] = files
  return first !== undefined && files.length === 1 ? first.file : zipChosen(files)
}

/** A page that an undone import leaves, because others use it or the person cannot edit it. */
export type StayingPage = { id: string; title: string }

/** Reverts the run of an import, in as many calls as it takes. Returns the pages that stay. */
export async function undoImport(
  workspaceId: string,
  runId: string,
  onProgress: (done: number, total: number) => void,
): Promise<StayingPage[]> {
  const staying = new Map<string, StayingPage>()
  for (let offset: number | null = 0; offset !== null;) {
    const part: OperationTypes['reverts']['create']['output'] = await client.reverts.create({
      workspaceId,
      runId,
      offset,
    })
    for (const { id, title, stays } of part.pages) {
      if (stays.length > 0) staying.set(id, { id, title })
    }
    offset = part.next
    if (offset !== null) onProgress(offset, part.total)
  }
  return [...staying.values()]
}
