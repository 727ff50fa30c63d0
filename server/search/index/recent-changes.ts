/** A write to a page as the log keeps it: what the index holds of it from now on, or that it is gone. */
export type IndexWrite = { sequence: number; pageId: string; entry: Uint8Array | null }

/** The next merge comes long before, unless it lags behind. */
const maxBytes = 1024 * 1024
const bytesPerChange = 200

/** The changes of a memtable as they came, for threads to make the same of them. */
export class RecentChanges {
  #changes: IndexWrite[] | undefined = []
  #byteSize = 0

  get byteSize(): number {
    return this.#byteSize
  }

  /** False once they were too many to keep. */
  get isComplete(): boolean {
    return this.#changes !== undefined
  }

  add(change: IndexWrite): void {
    if (this.#changes === undefined) return
    this.#changes.push(change)
    this.#byteSize += bytesPerChange + (change.entry?.length ?? 0)
    if (this.#byteSize <= maxBytes) return
    this.#changes = undefined
    this.#byteSize = 0
  }

  /** Those after the first `count`. */
  after(count: number): readonly IndexWrite[] {
    return this.#changes?.slice(count) ?? []
  }
}
