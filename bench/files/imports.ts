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

/** Where the pages are: 100 in each folder, all in one, or folders below one page. */
const shapes = ['folders', 'flat', 'one root'] as const
type Shape = (typeof shapes)[number]

/** Imports an archive of Markdown with a link on each page, and takes the import back. */
async function run(pages: number, shape: Shape): Promise<void> {
  const dataFolder = makeFolder()
  const { userId, workspaceId } = await startWorkspace(dataFolder)
  await withContext(dataFolder, userId, async (context) => {
    const zipped = await zipFiles(sourceOf(pages, shape))
    const content = [new Uint8Array(await zipped.arrayBuffer())]
    const file = { workspaceId, name: 'notes.zip', mimeType: 'application/zip', content }
    const fileId = await addFile(context, file, async () => undefined)
    const entered = await enterWorkspace(context, workspaceId, 'write')
    const options = { allFiles: false, updates: true, parentId: null }
    const { id: importId } = await createImport(entered, { workspaceId, fileId, ...options })
    const address = { workspaceId, importId }
    const phases = measurePhases()
    await work(context, workspaceId)
    phases.end('preview')
    await startImport(entered, address)
    await work(context, workspaceId)
    phases.end('import')
    const row = await imports.get(context.store, address)
    let calls = 0
    for (let offset: number | null = 0; offset !== null; calls += 1) {
      const target = { workspaceId, runId: row?.runId ?? '' }
      const part: { next: number | null } = await revertRun(entered, target, { except: [], offset })
      offset = part.next
    }
    phases.end(`undo in ${digits(calls)} calls`)
    console.log(`${row?.state}, ${digits(row?.done)} pages in ${shape}`)
    const headings = ['elapsed', 'processor', 'longest pause', 'of it own work', 'memory']
    const columns = headings.map((heading) => ({ heading }))
    console.log(formatTable([{ heading: '', left: true }, ...columns], phases.rows))
  })
}

/** Reads or runs what is due. */
async function work({ store, ...context }: Context, workspaceId: string): Promise<void> {
  const { signal } = new AbortController()
  const contextFor = (caller: Context['caller']): Context => ({ ...context, store, caller })
  const putAttempts = async () => undefined
  await runImports({ store, contextFor, workspaceId, attempts: 0, putAttempts, signal })
}

type Phases = { end: (name: string) => void; rows: string[][] }

/**
 * The time of each phase, the longest time in which the event loop did nothing else, of which the processor worked, and
 * the memory up to its end.
 */
function measurePhases(): Phases {
  const pauses = watchPauses()
  const rows: string[][] = []
  let [start, cpu] = [performance.now(), process.cpuUsage()]
  const end = (name: string) => {
    const { elapsed, processor } = pauses.max()
    rows.push([
      name,
      `${((performance.now() - start) / 1000).toFixed(1)} s`,
      `${(microseconds(process.cpuUsage(cpu)) / 1e6).toFixed(1)} s`,
      `${elapsed.toFixed(0)} ms`,
      `${processor.toFixed(0)} ms`,
      `${digits(process.resourceUsage().maxRSS / 1024)} MB`,
    ])
    start = performance.now()
    cpu = process.cpuUsage()
  }
  return { end, rows }
}

type Pause = { elapsed: number; processor: number }

/** A disk that flushes and other programs delay the event loop too: its own work is its time on the processor. */
function watchPauses(): { max: () => Pause } {
  let max: Pause = { elapsed: 0, processor: 0 }
  let [at, cpu] = [performance.now(), microseconds(process.threadCpuUsage())]
  const look = () => {
    const [now, used] = [performance.now(), microseconds(process.threadCpuUsage())]
    max.elapsed = Math.max(max.elapsed, now - at)
    max.processor = Math.max(max.processor, (used - cpu) / 1000)
    at = now
    cpu = used
  }
  setInterval(look, 1).unref()
  return {
    max: () => {
      look()
      const found = max
      max = { elapsed: 0, processor: 0 }
      return found
    },
  }
}

function microseconds({ user, system }: NodeJS.CpuUsage): number {
  return user + system
}

function sourceOf(pages: number, shape: Shape): { path: string; contents: Blob }[] {
  return Array.from({ length: pages }, (_, index) => {
    const number = Math.floor(index / pagesPerFolder)
    const folder = shape === 'flat' ? '' : `folder ${number}/`
    const root = shape === 'one root' ? 'root/' : ''
    const isFirst = shape === 'flat' ? index === 0 : index % pagesPerFolder === 0
    const link = isFirst ? '' : `[before](page%20${index - 1}.md)`
    const text = `# Page ${index}\n\n${`Sentence ${index} of a page. `.repeat(20)}\n\n${link}\n`
    const path = `${root}${folder}page ${index}.md`
    // Next to the root, which an archive with a single folder would not have.
    const isAdjacent = shape === 'one root' && index === 0
    return { path: isAdjacent ? 'adjacent.md' : path, contents: new Blob([text]) }
  })
}

const [pages = String(defaultPages), shape = 'folders'] = process.argv.slice(2)
const chosen = shapes.find((one) => one === shape.replace('-', ' '))
if (chosen === undefined) {
  console.error('Usage: node bench/files/imports.ts [PAGES] [folders|flat|one-root]')
  process.exitCode = 2
} else {
  await run(Number(pages), chosen)
}
