import { startTimeSlice } from '../../../lib/time-slices.ts'
import type { WorkspaceContext } from '../../context.ts'
import { whileAsking } from './asked.ts'
import type { FileChange, PageToWrite, ReadChange, WrittenPage } from './file-tasks.ts'
import type { Folder } from './folder.ts'
import type { Answered, Task } from './worker.ts'

/** Larger files go to a worker, as large bodies do. */
const inlineMarkdownLength = 4000
const inlineFrontMatterLength = 1000
const inlineDocumentLength = 16_000
/** Markdown shrinks to about a quarter. */
const inlineSourceBytes = 4000

const workerFile = new URL('./worker.ts', import.meta.url)
const loadTasks = () => import('./file-tasks.ts')

type Engine = Pick<WorkspaceContext, 'content'>

/** Writes the file of a page: a small one here, with pauses for other work, a large one in a worker thread. */
export async function writeFile(
  engine: Engine,
  folder: Pick<Folder, 'linking'>,
  page: PageToWrite,
): Promise<WrittenPage> {
  const { document, source, page: placed } = page
  const isSmall =
    document.length <= inlineDocumentLength &&
    (source?.byteLength ?? 0) <= inlineSourceBytes &&
    (placed.row.properties ?? '').length <= inlineFrontMatterLength
  if (!isSmall) return inWorker<'writeFile'>(engine, folder, { name: 'writeFile', given: page })
  const slice = startTimeSlice()
  if (slice.isOver()) await slice.pause()
  return (await loadTasks()).writeFile(folder.linking, page)
}

/** Reads both texts of a change. */
export async function readChange(
  engine: Engine,
  folder: Pick<Folder, 'linking'>,
  change: FileChange,
): Promise<ReadChange> {
  const { text, base, source } = change
  const isSmall =
    isSmallText(text) && isSmallText(base) && (source?.byteLength ?? 0) <= inlineSourceBytes
  if (isSmall) return (await loadTasks()).readChange(folder.linking, change)
  return inWorker<'readChange'>(engine, folder, { name: 'readChange', given: change })
}

function isSmallText(text: string): boolean {
  return text.length <= (text.startsWith('---') ? inlineFrontMatterLength : inlineMarkdownLength)
}

async function inWorker<Name extends Task['name']>(
  { content }: Engine,
  folder: Pick<Folder, 'linking'>,
  { name, given }: { name: Name; given: FileChange | PageToWrite },
): Promise<Answered<Name>['value']> {
  const { value } = await whileAsking(folder, async (answers) => {
    const answered = await content.runIn(workerFile, { name, input: { answers, given } })
    // SAFETY: the worker answers each task with the result of the function of its name.
    return answered as Answered<Name>
  })
  return value
}
