import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import type { WorkspaceContext } from '../../server/domain/context.ts'
import { enterWorkspace } from '../../server/domain/people/access.ts'
import { exportWorkspace } from '../../server/domain/transfer/export/export.ts'
import { exportHtml } from '../../server/domain/transfer/export/html/export-html.ts'
import { listFolder } from '../../server/domain/transfer/folder/folder.ts'
import { readFiles } from '../../server/domain/transfer/folder/read-files.ts'
import { saveFile } from '../../server/domain/transfer/folder/save-file.ts'
import { importFolder } from '../../server/domain/transfer/import/import.ts'
import { makeFolder } from '../support/children.ts'
import { startWorkspace, withContext } from '../support/seed.ts'
import { digits, formatTable } from '../support/table.ts'

const defaultPages = 4000
const pagesPerFolder = 100
const repetitions = 20

/** What a synced folder costs the server, and for how long an export delays other work. */
async function run(pages: number): Promise<void> {
  const dataFolder = makeFolder()
  const { userId, workspaceId } = await startWorkspace(dataFolder)
  await withContext(dataFolder, userId, async (context) => {
    const folder = await writeSource(makeFolder(), pages)
    await importFolder(context, { folder, workspaceId, parentId: null, allFiles: true })
    const entered = await enterWorkspace(context, workspaceId, 'write')
    const address = { workspaceId, underPageId: null }
    const rows: string[][] = []
    const add = async (name: string, work: () => Promise<unknown>, times = repetitions) =>
      void rows.push([name, ...(await measure(work, times))])
    let position: string | undefined
    const list = async () => {
      const { position: now } = await listFolder(entered, { ...address, since: position })
      position = now
    }
    await add('first list', list, 1)
    await add('list while nothing changes', list)
    const { files } = await listFolder(entered, address)
    const pageIds = files.slice(1, 101).map(({ pageId }) => pageId)
    await add('list after a saved file', async () => {
      await change(entered, { ...address, pageId: pageIds[0] ?? '' })
      await list()
    })
    await add('read of 100 files', () => readFiles(entered, { ...address, pageIds }), 5)
    await add('export as Markdown', () => exportTo(exportWorkspace, entered), 1)
    await add('export as HTML', () => exportTo(exportHtml, entered), 1)
    const numbers = [{ heading: 'processor' }, { heading: 'longest pause' }]
    console.log(formatTable([{ heading: `${digits(pages)} pages`, left: true }, ...numbers], rows))
  })
}

/** Milliseconds of the processor each time, and of the longest time without a turn for other work. */
async function measure(work: () => Promise<unknown>, times: number): Promise<string[]> {
  const delay = monitorEventLoopDelay({ resolution: 1 })
  const start = process.cpuUsage()
  delay.enable()
  for (let time = 0; time < times; time += 1) {
    await work()
    await new Promise(setImmediate)
  }
  delay.disable()
  const { user, system } = process.cpuUsage(start)
  return [`${((user + system) / 1000 / times).toFixed(1)} ms`, `${(delay.max / 1e6).toFixed(0)} ms`]
}

let texts = 0

async function change(
  context: WorkspaceContext,
  address: { workspaceId: string; underPageId: null; pageId: string },
): Promise<void> {
  const [file] = await readFiles(context, { ...address, pageIds: [address.pageId] })
  const base = file?.text ?? ''
  texts += 1
  await saveFile(context, { ...address, base, text: `${base}\nText ${texts}.\n` })
}

type Export = typeof exportWorkspace | typeof exportHtml

async function exportTo(write: Export, context: WorkspaceContext): Promise<void> {
  const { workspaceId } = context.viewer
  await write(context, { folder: join(makeFolder(), 'exported'), workspaceId })
}

async function writeSource(folder: string, pages: number): Promise<string> {
  for (let index = 0; index < pages; index += 1) {
    const name = join(folder, `folder ${Math.floor(index / pagesPerFolder)}`)
    await mkdir(name, { recursive: true })
    const link = index % pagesPerFolder === 0 ? '' : `[before](page%20${index - 1}.md)`
    const fields = `---\ntags: [one, two]\nstatus: open ${index}\n---\n`
    const text = `${fields}# Page ${index}\n\n${`Sentence ${index} of a page. `.repeat(20)}\n\n${link}\n`
    await writeFile(join(name, `page ${index}.md`), text)
  }
  return folder
}

await run(Number(process.argv[2] ?? defaultPages))
