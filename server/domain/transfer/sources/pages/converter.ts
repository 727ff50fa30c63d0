import type { Tinypool } from 'tinypool'
import { AppError } from '../../../../lib/errors.ts'
import { startTimeSlice } from '../../../../lib/time-slices.ts'
import type { MarkdownTask } from '../markdown/prepared.ts'
import type { ReadPage } from '../read-page.ts'
import { readHtml, readMarkdown, write, type WriteTask } from './tasks.ts'
import type { Outcome, Task } from './worker.ts'

/** Reads and writes pages: small ones here, with pauses for other work, large ones and Word in a worker thread. */
export type Converter = {
  readHtml: (html: string) => Promise<ReadPage>
  readMarkdown: (task: MarkdownTask) => Promise<ReadPage>
  readWord: (bytes: Uint8Array) => Promise<ReadPage>
  write: (task: WriteTask) => Promise<string>
  close: () => Promise<void>
}

/** About two milliseconds. */
const inlineLength = 8000
const idleTimeoutMs = 10_000
/** Word documents and HTML of hundreds of megabytes end the worker instead of the server. */
const maxWorkerMegabytes = 1024

export function createConverter(): Converter {
  const slice = startTimeSlice()
  let pool: Tinypool | undefined
  const inWorker = async (name: Task['name'], input: unknown): Promise<unknown> => {
    const { Tinypool } = await import('tinypool')
    pool ??= new Tinypool({
      filename: new URL('./worker.ts', import.meta.url).href,
      runtime: 'worker_threads',
      minThreads: 0,
      maxThreads: 1,
      idleTimeout: idleTimeoutMs,
      resourceLimits: { maxOldGenerationSizeMb: maxWorkerMegabytes },
    })
    const outcome: Outcome = await pool.run({ name, input }, { name: 'run' })
    if ('refused' in outcome) throw new AppError(outcome.refused.code, outcome.refused.message)
    return outcome.value
  }
  /** `small` works here. */
  const perform = async <Result>(
    name: Task['name'],
    input: unknown,
    small: (() => Promise<Result>) | undefined,
  ): Promise<Result> => {
    if (slice.isOver()) await slice.pause()
    if (small !== undefined) return small()
    // SAFETY: the worker runs the task of this name, and every call below names the type of its result.
    return (await inWorker(name, input)) as Result
  }
  return {
    readHtml: (html) =>
      perform('readHtml', html, html.length > inlineLength ? undefined : () => readHtml(html)),
    readMarkdown: (task) => {
      const isSmall = task.text.length <= inlineLength
      return perform('readMarkdown', task, isSmall ? () => readMarkdown(task) : undefined)
    },
    readWord: (bytes) => perform<ReadPage>('readWord', bytes, undefined),
    write: (task) => {
      const isSmall = task.document.content.length <= 50
      return perform('write', task, isSmall ? () => write(task) : undefined)
    },
    close: async () => pool?.destroy(),
  }
}
