import { totalmem } from 'node:os'
import type { Tinypool } from 'tinypool'
import type { PageDocument } from '../../../../../content/document.ts'
import { children, type ContentNode } from '../../../../../content/node.ts'
import { AppError } from '../../../../lib/errors.ts'
import { startTimeSlice } from '../../../../lib/time-slices.ts'
import type { FilePage, FileToPrepare } from '../../import/prepare-file.ts'
import type { FileToRead, Source } from '../../import/source.ts'
import type { EvernoteNote, NoteXml } from '../evernote/read-note.ts'
import type { JoplinNote } from '../joplin/note.ts'
import type { ConvertedGraphPage, GraphPage, GraphTask } from '../logseq/blocks.ts'
import type { MarkdownTask } from '../markdown/prepared.ts'
import type { ConvertedNote, FoundTargets, NoteTargets, NoteTask } from '../obsidian/note-tasks.ts'
import type { Collection, CollectionTask } from '../outline/read-collection.ts'
import type { ReadPage } from '../read-page.ts'
import { NotConverted } from './not-converted.ts'
import { runTask, type TaskInput, type TaskName, type TaskResult, type WriteTask } from './tasks.ts'
import type { Outcome, Task } from './worker.ts'

/**
 * Reads and writes pages: small ones here, with pauses for other work, large ones and Word in a worker thread. All throw
 * NotConverted for a page that cannot be converted, and work on the next one.
 */
export type Converter = {
  readHtml: (html: string) => Promise<ReadPage>
  readMarkdown: (task: MarkdownTask) => Promise<ReadPage>
  readWord: (bytes: Uint8Array) => Promise<ReadPage>
  /** Undefined for JSON that is not a collection of Outline. */
  readCollection: (task: CollectionTask) => Promise<Collection | undefined>
  /** A note of an Evernote export. */
  readEvernoteNote: (task: NoteXml) => Promise<EvernoteNote>
  listGraphPage: (text: string) => Promise<GraphPage>
  convertGraphPage: (task: GraphTask) => Promise<ConvertedGraphPage>
  convertJoplinNote: (note: JoplinNote) => Promise<string>
  /** A document of a collection. */
  readOutline: (json: string) => Promise<ReadPage>
  write: (task: WriteTask) => Promise<string>
  /** A Markdown file of an import, or why it cannot be a page. */
  readFile: (file: FileToRead) => Promise<Source | string>
  readOrder: (bytes: Uint8Array) => Promise<number>
  readNames: (bytes: Uint8Array) => Promise<string[]>
  prepareFile: (file: FileToPrepare) => Promise<FilePage>
  /** What the links of a note mean is found here, between two tasks. */
  convertNote: (
    note: Pick<NoteTask, 'text' | 'path'>,
    find: (targets: NoteTargets) => FoundTargets,
  ) => Promise<ConvertedNote>
  close: () => Promise<void>
}

export type ConverterLimits = {
  /** Word documents and HTML of hundreds of megabytes end the worker instead of the server. */
  workerMegabytes: number
  /** For one page. */
  timeoutMs: number
}

/** A quarter of the memory that this machine or container has: with more, the system would end the server. */
export function workerMegabytesFor(memoryBytes: number): number {
  return Math.min(1024, Math.max(128, Math.floor(memoryBytes / 4 / 1024 ** 2)))
}

const defaults: ConverterLimits = {
  workerMegabytes: workerMegabytesFor(
    Math.min(totalmem(), process.constrainedMemory() || Infinity),
  ),
  timeoutMs: 120_000,
}

/** About two milliseconds. */
const inlineLength = 8000
const inlineNodes = 300
const idleTimeoutMs = 10_000

type WorkerThread = {
  run: (task: Task) => Promise<unknown>
  close: () => Promise<void>
}

/** A thread that is started with the first task, and again after one that ended it. */
function createWorker({ workerMegabytes, timeoutMs }: ConverterLimits): WorkerThread {
  let pool: Tinypool | undefined
  let last: Promise<unknown> = Promise.resolve()
  const runNow: WorkerThread['run'] = async (task) => {
    const { Tinypool } = await import('tinypool')
    pool ??= new Tinypool({
      filename: new URL('./worker.ts', import.meta.url).href,
      // What a hostile document takes is no memory of the server, and the system ends this process first.
      runtime: 'child_process',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
      execArgv: [...process.execArgv, `--max-old-space-size=${workerMegabytes}`],
      serialization: 'advanced',
    })
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), timeoutMs)
    try {
      const { signal } = ending
      const outcome: Outcome = await pool.run(task, { name: 'run', signal })
      if ('refused' in outcome) throw new AppError(outcome.refused.code, outcome.refused.message)
      return outcome.value
    } catch (error) {
      if (ending.signal.aborted) throw new NotConverted('It takes too long to convert.')
      throw error
    } finally {
      clearTimeout(timer)
    }
  }
  // The time of a task begins with its turn.
  const run: WorkerThread['run'] = (task) => {
    const before = last
    const result = before.then(() => runNow(task))
    last = result.catch(() => undefined)
    return result
  }
  return { run, close: async () => pool?.destroy() }
}

type Perform = <Name extends TaskName>(
  name: Name,
  input: TaskInput<Name>,
  isSmall: boolean,
) => Promise<TaskResult<Name>>

function createPerform(worker: Pick<WorkerThread, 'run'>): Perform {
  const slice = startTimeSlice()
  const pause = async () => {
    if (slice.isOver()) await slice.pause()
  }
  // SAFETY: the worker returns the result of the task of this name.
  const inWorker = <Name extends TaskName>(name: Name, input: TaskInput<Name>) =>
    worker.run({ name, input }) as Promise<TaskResult<Name>>
  return (name, input, isSmall) =>
    pause()
      .then(() => (isSmall ? runTask(name, input) : inWorker(name, input)))
      .catch((error: unknown) => {
        throw NotConverted.because(error)
      })
}

export function createConverter(limits: ConverterLimits = defaults): Converter {
  const worker = createWorker(limits)
  const perform = createPerform(worker)
  const isShort = ({ length }: { length: number }) => length <= inlineLength
  return {
    readHtml: (html) => perform('readHtml', html, isShort(html)),
    readMarkdown: (task) => perform('readMarkdown', task, isShort(task.text)),
    readWord: (bytes) => perform('readWord', bytes, false),
    readCollection: (task) => perform('readCollection', task, isShort(task.bytes)),
    readEvernoteNote: (task) => perform('readEvernoteNote', task, isShort(task.xml)),
    listGraphPage: (text) => perform('listGraphPage', text, isShort(text)),
    convertGraphPage: (task) => perform('convertGraphPage', task, isShort(task.text)),
    convertJoplinNote: (note) => perform('convertJoplinNote', note, isShort(note.text)),
    readOutline: (json) => perform('readOutline', json, isShort(json)),
    write: (task) => perform('write', task, isSmallDocument(task.document)),
    readFile: (file) => {
      const hasContent = isShort(file.bytes)
      return perform('readFile', { ...file, hasContent }, hasContent)
    },
    readOrder: (bytes) => perform('readOrder', bytes, isShort(bytes)),
    readNames: (bytes) => perform('readNames', bytes, isShort(bytes)),
    prepareFile: (file) => {
      const { frontMatter, body } = file.text
      return perform('prepareFile', file, frontMatter.length + body.length <= inlineLength)
    },
    convertNote: async (note, find) => {
      const isSmall = isShort(note.text)
      const found = find(await perform('listTargets', note, isSmall))
      return perform('convertNote', { ...note, found }, isSmall)
    },
    close: worker.close,
  }
}

/** A page with one block can be a large table: nodes and characters count. */
export function isSmallDocument({ content }: PageDocument): boolean {
  let nodes = 0
  let characters = 0
  const isWithin = (list: readonly ContentNode[]): boolean => {
    nodes += list.length
    if (nodes > inlineNodes) return false
    return list.every((node) => {
      characters += node.text?.length ?? 0
      for (const value of Object.values(node.attrs ?? {})) {
        if (typeof value === 'string') characters += value.length
      }
      return characters <= inlineLength && isWithin(children(node))
    })
  }
  return isWithin(content)
}
