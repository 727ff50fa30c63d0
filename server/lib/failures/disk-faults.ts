import { AppError } from '../errors.ts'

/** A disk that reported an error is not trusted with requests for so long. */
const rememberedMs = 60_000

/** Remembers errors of the disk, which the next probe may not meet: a bad block is read or written only sometimes. */
export class DiskFaults {
  readonly #now: () => number
  #last: number | undefined

  /** `now`: milliseconds of a clock that never jumps. */
  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Notes an error, or an answer to a caller, if the disk caused it. Returns it. */
  note<Fault>(error: Fault): Fault {
    if (isDiskFault(error)) this.#last = this.#now()
    return error
  }

  /** Throws STORAGE_FAILED for a minute after an error. */
  requireNone(): void {
    if (this.#last === undefined) return
    const passedMs = this.#now() - this.#last
    if (passedMs > rememberedMs) return
    throw new AppError(
      'STORAGE_FAILED',
      `The disk of this node reported an error ${Math.round(passedMs / 1000)} s ago. See the kernel log of the server.`,
    )
  }
}

/** Whether the disk, rather than what was asked of it, is at fault: EIO, also as the cause of another error. */
function isDiskFault(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  if ('code' in error && (error.code === 'EIO' || error.code === 'STORAGE_FAILED')) return true
  return isDiskFault(error.cause)
}
