/** What the metrics tell of the connections and open pages of this process. */
export type LiveCounters = {
  connections: number
  pages: number
  batches: number
  refusals: number
  /** Seconds from the arrival of batches to their commit, added up. */
  seconds: number
}

export function startCounters(): LiveCounters {
  return { connections: 0, pages: 0, batches: 0, refusals: 0, seconds: 0 }
}
