import { schema } from '../../../content/schema.ts'
import { type Change, readBatch } from '../../../content/steps/batch.ts'
import type { BatchMessage } from '../../lib/live-messages.ts'

/** A batch as clients receive it. Parsed when a late batch is rebased over it, and for a while after. */
export type Recent = {
  readonly version: number
  readonly json: string
  /** Whether someone typed it, as opposed to a write by another interface. */
  readonly isTyped?: boolean
  /** When it came, as `performance.now()`. */
  readonly at?: number
  change?: Change | undefined
}

const maxBatches = 1000
/** Characters of JSON: beside the document, an open page has at most this. */
const maxLength = 200_000
/** Batches that remain parsed. */
const maxParsed = 50

/** The last batches of an open page, without gaps. */
export class RecentBatches {
  #list: Recent[] = []
  #length = 0

  push(recent: Recent): void {
    this.#list.push(recent)
    this.#length += recent.json.length
    const parsed = this.#list.at(-maxParsed)
    if (parsed !== undefined) parsed.change = undefined
    while (this.#list.length > maxBatches || this.#length > maxLength) {
      const oldest = this.#list.shift()
      if (oldest === undefined) return
      this.#length -= oldest.json.length
    }
  }

  clear(): void {
    this.#list = []
    this.#length = 0
  }

  /** The batches that came after a time. */
  laterThan(time: number): readonly Recent[] {
    const first = this.#list.findIndex(({ at = 0 }) => at > time)
    return first === -1 ? [] : this.#list.slice(first)
  }

  /** Whether all batches since a time are here. */
  reaches(time: number): boolean {
    const { at } = this.#list[0] ?? {}
    return at !== undefined && at <= time
  }

  /** All batches after a version; undefined if some of them are not here. */
  since(version: number, current: number): readonly Recent[] | undefined {
    const count = current - version
    if (count < 0 || count > this.#list.length) return undefined
    return count === 0 ? [] : this.#list.slice(-count)
  }
}

/** The steps of a batch; undefined if this version of the schema does not know them. */
export function changeOf(recent: Recent): Change | undefined {
  if (recent.change !== undefined) return recent.change
  // SAFETY: written from a BatchMessage by this process.
  const { author, ...batch } = JSON.parse(recent.json) as BatchMessage
  recent.change = readBatch(schema, batch, author.id)
  return recent.change
}
