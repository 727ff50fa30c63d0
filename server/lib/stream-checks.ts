import { setImmediate as yieldToEventLoop } from 'node:timers/promises'
import { AppError, errorStatus } from './errors.ts'

/** An answer that goes on, and whether its reader may still read it. */
export type CheckedStream = {
  /** The same for streams of one reader that are checked by the same question. */
  reader: string
  /** Throws when the reader may not read on. */
  check: () => Promise<void>
  end: () => void
}

/** Checks between which other work gets its turn. */
const checksAtOnce = 10

/** Ends the streams of readers whose key, session or membership is gone. One check runs at a time. */
export class StreamChecks {
  readonly #streams = new Set<CheckedStream>()
  readonly #timer: NodeJS.Timeout
  #looking: Promise<void> | undefined
  #isStale = false

  constructor(everyMs: number) {
    this.#timer = setInterval(() => void this.look(), everyMs)
    this.#timer.unref()
  }

  /** Gives the end of it. */
  add(stream: CheckedStream): () => void {
    this.#streams.add(stream)
    return () => this.#streams.delete(stream)
  }

  /** What changes while it looks is looked at again. */
  look(): Promise<void> {
    this.#isStale = true
    this.#looking ??= this.#look().finally(() => (this.#looking = undefined))
    return this.#looking
  }

  stop(): void {
    clearInterval(this.#timer)
  }

  async #look(): Promise<void> {
    while (this.#isStale) {
      this.#isStale = false
      const readers = [...Map.groupBy(this.#streams, ({ reader }) => reader).values()]
      for (const [index, streams] of readers.entries()) {
        if (index % checksAtOnce === checksAtOnce - 1) await yieldToEventLoop()
        if (await isRefused(streams[0])) for (const stream of streams) stream.end()
      }
    }
  }
}

/** A store that is away says nothing about the reader: it is asked again. */
async function isRefused(stream: CheckedStream | undefined): Promise<boolean> {
  try {
    await stream?.check()
    return false
  } catch (error) {
    return error instanceof AppError && [401, 403].includes(errorStatus(error.code))
  }
}
