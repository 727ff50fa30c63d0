import { zipFiles } from '../../client/zip.ts'
import type { Context } from '../../server/domain/context.ts'
import { addFile } from '../../server/domain/files/files.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { revertRun } from '../../server/domain/reverts/reverts.ts'
import { createImport, startImport } from '../../server/domain/transfer/imports/imports.ts'
import { runImports } from '../../server/domain/transfer/imports/run-imports.ts'
import { imports } from '../../server/store/index.ts'
import { makeFolder } from '../support/children.ts'
import { startWorkspace, withContext } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

const defaultPages = 20_000
const pagesPerFolder = 100

/** Imports an archive of Markdown with a link on each page, and takes the import back. */
async function run(pages: number): Promise<void> {
  const dataFolder = makeFolder()
  const { userId, workspaceId } = await startWorkspace(dataFolder)
  await withContext(dataFolder, userId, async (context) => {
    const zipped = await zipFiles(sourceOf(pages))
    const content = [new Uint8Array(await zipped.arrayBuffer())]
    const file = { workspaceId, name: 'notes.zip', mimeType: 'application/zip', content }
    const fileId = await addFile(context, file, async () => undefined)
    const entered = await enterWorkspace(context, workspaceId, 'write')
    const options = { allFiles: false, updates: true, parentId: null }
    const { id: importId } = await createImport(entered, { workspaceId, fileId, ...options })
    const address = { workspaceId, importId }
    const started = performance.now()
    await work(context, workspaceId)
    const read = performance.now()
    await startImport(entered, address)
    await work(context, workspaceId)
    const written = performance.now()
    const row = await imports.get(context.store, address)
    let calls = 0
    for (let offset: number | null = 0; offset !== null; calls += 1) {
      const target = { workspaceId, runId: row?.runId ?? '' }
      const part: { next: number | null } = await revertRun(entered, target, { except: [], offset })
      offset = part.next
    }
    const undone = performance.now()
    const rows = [
      ['state', `${row?.state}, ${digits(row?.done)} pages`],
      ['preview', seconds(started, read)],
      ['import', seconds(read, written)],
      ['undo', `${seconds(written, undone)} in ${digits(calls)} calls`],
      ['memory at most', `${digits(process.resourceUsage().maxRSS / 1024)} MB`],
    ]
    console.log(
      formatTable([{ heading: `${digits(pages)} pages`, left: true }, { heading: '' }], rows),
    )
  })
}

/** Reads or runs what is due. */
async function work({ store, ...context }: Context, workspaceId: string): Promise<void> {
  const { signal } = new AbortController()
  const contextFor = (caller: Context['caller']): Context => ({ ...context, store, caller })
  const putAttempts = async () => undefined
  await runImports({ store, contextFor, workspaceId, attempts: 0, putAttempts, signal })
}

function sourceOf(pages: number): { path: string; contents: Blob }[] {
  return Array.from({ length: pages }, (_, index) => {
    const folder = `folder ${Math.floor(index / pagesPerFolder)}`
    const link = index % pagesPerFolder === 0 ? '' : `[before](page%20${index - 1}.md)`
    const text = `# Page ${index}\n\n${`Sentence ${index} of a page. `.repeat(20)}\n\n${link}\n`
    return { path: `${folder}/page ${index}.md`, contents: new Blob([text]) }
  })
}

function seconds(from: number, to: number): string {
  return `${((to - from) / 1000).toFixed(1)} s`
}

await run(Number(process.argv[2] ?? defaultPages))
