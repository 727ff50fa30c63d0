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
/** The same for one visit of a share link, for all visits of the link, and for those of all links of a workspace. */
export const maxConnectionsOfVisit = 10
export const maxConnectionsOfLink = 500
export const maxConnectionsOfVisitors = 2000
/** Open pages of one member on this node, of all visitors of a share link, and of those of all links of a workspace. */
export const maxPagesOfMember = 200
export const maxPagesOfLink = 200
export const maxPagesOfVisitors = 1000
/** Open pages of a workspace on this node. A member may always open some. */
export const maxPagesOfWorkspace = 2000
export const assuredPagesOfMember = 20
/** Open pages of one connection. */
export const maxPagesOfConnection = 20

/** How much may be done at once, and per second after that. */
export type Rate = { perSecond: number; capacity: number }

/**
 * Work for one batch, in units of `costOf`: a tenth of a second or so, in parts. With more, the change is saved by
 * HTTP.
 */
export const maxBatchWork = 6_000_000
/** Work for batches that share a transaction, which others wait for. */
export const maxGroupWork = 1_000_000
/** Batches over which one that was made on an older version is rebased, as characters of JSON. */
export const maxRebasedLength = 2 * 1024 * 1024

/** What one person may send, over all of their connections, and how much work it may make. */
export const personLimits = {
  batches: { perSecond: 100, capacity: 300 },
  work: { perSecond: 3_000_000, capacity: 12_000_000 },
}
/** The same for all visitors of a share link together: whoever opens it again is another visitor. */
export const linkLimits = {
  batches: { perSecond: 200, capacity: 600 },
  work: { perSecond: 6_000_000, capacity: 12_000_000 },
}
/** Persons and links that are remembered. */
export const maxSenders = 10_000
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

  constructor({ perSecond, capacity }: Rate) {
    this.#perSecond = perSecond
    this.#capacity = capacity
    this.#left = capacity
  }

  /** False when there are too many. */
  take(): boolean {
    if (this.isUsedUp) return false
    this.#left -= 1
    return true
  }

  get isUsedUp(): boolean {
    this.#gain()
    return this.#left < 1
  }

  /** Takes what something has cost, also if there is less: later calls wait for it. */
  spend(amount: number): void {
    this.#gain()
    this.#left -= amount
  }

  #gain(): void {
    const now = performance.now()
    const gained = ((now - this.#at) / 1000) * this.#perSecond
    this.#left = Math.min(this.#capacity, this.#left + gained)
    this.#at = now
  }
}
