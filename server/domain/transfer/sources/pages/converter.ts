import type { Tinypool } from 'tinypool'
import type { PageDocument } from '../../../../../content/document.ts'
import { children, type ContentNode } from '../../../../../content/node.ts'
import { AppError } from '../../../../lib/errors.ts'
import { startTimeSlice } from '../../../../lib/time-slices.ts'
import type { FilePage, FileToPrepare } from '../../import/prepare-file.ts'
import type { FileToRead, Source } from '../../import/source.ts'
import type { MarkdownTask } from '../markdown/prepared.ts'
import type { ConvertedNote, FoundTargets, NoteTargets, NoteTask } from '../obsidian/note-tasks.ts'
import type { Collection, CollectionTask } from '../outline/read-collection.ts'
import type { ReadPage } from '../read-page.ts'
import { NotConverted } from './not-converted.ts'
import {
  convertNote,
  listTargets,
  prepareFile,
  readAliases,
  readCollection,
  readFile,
  readHtml,
  readMarkdown,
  readOrder,
  readOutline,
  write,
  type WriteTask,
} from './tasks.ts'
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
  /** A document of a collection. */
  readOutline: (json: string) => Promise<ReadPage>
  write: (task: WriteTask) => Promise<string>
  /** A Markdown file of an import, or why it cannot be a page. */
  readFile: (file: FileToRead) => Promise<Source | string>
  readOrder: (bytes: Uint8Array) => Promise<number>
  prepareFile: (file: FileToPrepare) => Promise<FilePage>
  /** The other names of a note of Obsidian. */
  readAliases: (text: string) => Promise<string[]>
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

const defaults: ConverterLimits = { workerMegabytes: 1024, timeoutMs: 120_000 }

/** About two milliseconds. */
const inlineLength = 8000
const inlineNodes = 300
const idleTimeoutMs = 10_000

type WorkerThread = {
  run: (name: Task['name'], input: unknown) => Promise<unknown>
  close: () => Promise<void>
}

/** A thread that is started with the first task, and again after one that ended it. */
function createWorker({ workerMegabytes, timeoutMs }: ConverterLimits): WorkerThread {
  let pool: Tinypool | undefined
  let last: Promise<unknown> = Promise.resolve()
  const runNow: WorkerThread['run'] = async (name, input) => {
    const { Tinypool } = await import('tinypool')
    pool ??= new Tinypool({
      filename: new URL('./worker.ts', import.meta.url).href,
      runtime: 'worker_threads',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
      resourceLimits: { maxOldGenerationSizeMb: workerMegabytes },
    })
    const ending = new AbortController()
    const timer = setTimeout(() => ending.abort(), timeoutMs)
    try {
      const { signal } = ending
      const outcome: Outcome = await pool.run({ name, input }, { name: 'run', signal })
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
  const run: WorkerThread['run'] = (name, input) => {
    const before = last
    const result = before.then(() => runNow(name, input))
    last = result.catch(() => undefined)
    return result
  }
  return { run, close: async () => pool?.destroy() }
}

type Perform = <Result>(
  name: Task['name'],
  input: unknown,
  /** Works here. */
  small: (() => Promise<Result>) | undefined,
) => Promise<Result>

function createPerform(worker: Pick<WorkerThread, 'run'>): Perform {
  const slice = startTimeSlice()
  return async <Result>(
    name: Task['name'],
    input: unknown,
    small: (() => Promise<Result>) | undefined,
  ): Promise<Result> => {
    if (slice.isOver()) await slice.pause()
    try {
      if (small !== undefined) return await small()
      // SAFETY: the worker runs the task of this name, and every call below names the type of its result.
      return (await worker.run(name, input)) as Result
    } catch (error) {
      throw NotConverted.because(error)
    }
  }
}

export function createConverter(limits: ConverterLimits = defaults): Converter {
  const worker = createWorker(limits)
  const perform = createPerform(worker)
  return {
    readHtml: (html) =>
      perform('readHtml', html, html.length > inlineLength ? undefined : () => readHtml(html)),
    readMarkdown: (task) => {
      const isSmall = task.text.length <= inlineLength
      return perform('readMarkdown', task, isSmall ? () => readMarkdown(task) : undefined)
    },
    readWord: (bytes) => perform<ReadPage>('readWord', bytes, undefined),
    readCollection: (task) => {
      const isSmall = task.bytes.length <= inlineLength
      return perform('readCollection', task, isSmall ? () => readCollection(task) : undefined)
    },
    readOutline: (json) =>
      perform(
        'readOutline',
        json,
        json.length > inlineLength ? undefined : () => readOutline(json),
      ),
    write: (task) =>
      perform('write', task, isSmallDocument(task.document) ? () => write(task) : undefined),
    ...fileTasks(perform),
    close: worker.close,
  }
}

type FileTasks = Pick<
  Converter,
  'readFile' | 'readOrder' | 'prepareFile' | 'readAliases' | 'convertNote'
>

/** The tasks of Markdown files. */
function fileTasks(perform: Perform): FileTasks {
  return {
    readFile: (file) => {
      const isSmall = file.bytes.length <= inlineLength
      const task = { ...file, hasContent: isSmall }
      return perform('readFile', task, isSmall ? () => readFile(task) : undefined)
    },
    readOrder: (bytes) =>
      perform('readOrder', bytes, bytes.length > inlineLength ? undefined : () => readOrder(bytes)),
    prepareFile: (file) => {
      const { frontMatter, body } = file.text
      const isSmall = frontMatter.length + body.length <= inlineLength
      return perform('prepareFile', file, isSmall ? () => prepareFile(file) : undefined)
    },
    readAliases: (text) =>
      perform(
        'readAliases',
        text,
        text.length > inlineLength ? undefined : () => readAliases(text),
      ),
    convertNote: async (note, find) => {
      const isSmall = note.text.length <= inlineLength
      const list = isSmall ? () => listTargets(note) : undefined
      const task = { ...note, found: find(await perform('listTargets', note, list)) }
      return perform('convertNote', task, isSmall ? () => convertNote(task) : undefined)
    },
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
