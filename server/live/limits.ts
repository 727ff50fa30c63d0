/** The largest frame that is read. A change that is larger is saved by HTTP. */
export const maxFrameBytes = 1024 * 1024
/** The largest that is received at all, so that a larger frame gets an answer. */
export const maxReceivedBytes = 4 * maxFrameBytes
/** Levels of objects and lists in a frame: a page has 100, and each of them two of JSON. */
export const maxFrameDepth = 250
/** Members and items in a frame. */
export const maxFrameValues = 500_000
/** Messages in one frame. */
export const maxMessages = 100
/** Steps of one batch, such as those that replace a word everywhere. */
export const maxSteps = 2000

/** Bytes that may wait for a client; one that does not keep up is disconnected, and opens its pages again. */
export const maxWaitingBytes = 4 * 1024 * 1024
/** Characters of the batches that a client has missed; with more it reads the page again. */
export const maxMissedLength = 3 * 1024 * 1024

/** Connections of one person on this node: that many tabs. */
export const maxConnectionsOfPerson = 50
/** Open pages of one workspace on this node, each counted once for every connection. */
export const maxReadersOfWorkspace = 2000
/** Open pages of one connection. */
export const maxPagesOfConnection = 20

/** Batches of one connection: a client waits for the answer to one before it sends the next. */
export const batchLimit = { perSecond: 30, capacity: 100 }
/** Moves of a cursor; more of them are dropped. */
export const cursorLimit = { perSecond: 10, capacity: 20 }
/** Batches of one page that may wait. */
export const maxWaitingBatches = 500

/** So many events, and so many per second after them. Independent of the time of day. */
export class RateLimit {
  readonly #perSecond: number
  readonly #capacity: number
  #left: number
  #at = performance.now()

  constructor({ perSecond, capacity }: { perSecond: number; capacity: number }) {
    this.#perSecond = perSecond
    this.#capacity = capacity
    this.#left = capacity
  }

  /** False when there are too many. */
  take(): boolean {
    const now = performance.now()
    const gained = ((now - this.#at) / 1000) * this.#perSecond
    this.#left = Math.min(this.#capacity, this.#left + gained)
    this.#at = now
    if (this.#left < 1) return false
    this.#left -= 1
    return true
  }
}
