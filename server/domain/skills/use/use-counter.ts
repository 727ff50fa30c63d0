import { clock } from '../../../lib/clock.ts'
import { skillUses, type Store } from '../../../store/index.ts'

/** One use of a published version. An empty `userId` stands for everyone on the internet. */
export type Use = Omit<skillUses.UseRow, 'uses' | 'lastAt'>

const storedAfterMs = 10_000
/** Different callers and versions between two writes. Beyond them, uses are lost rather than memory. */
const maxPending = 10_000

/**
 * Counts uses in memory, so that reading a skill never waits for a write, and stores them together some seconds later. A
 * process that is killed loses what it has not stored.
 */
export class UseCounter {
  readonly #store: Store
  #pending = new Map<string, skillUses.UseRow>()
  #timer: NodeJS.Timeout | undefined
  #writing = Promise.resolve()

  constructor(store: Store) {
    this.#store = store
  }

  count(use: Use): void {
    this.#add({ ...use, uses: 1, lastAt: clock.now() })
    this.#timer ??= setTimeout(() => void this.store(), storedAfterMs).unref()
  }

  /** Stores what was counted. If that fails, it stays counted for the next time. */
  store(): Promise<void> {
    this.#writing = this.#writing.then(() => this.#write())
    return this.#writing
  }

  #add(row: skillUses.UseRow): void {
    const { workspaceId, pageId, version, userId, client } = row
    const key = JSON.stringify([workspaceId, pageId, version, userId, client])
    const known = this.#pending.get(key)
    if (known !== undefined) {
      known.uses += row.uses
      known.lastAt = Math.max(known.lastAt, row.lastAt)
    } else if (this.#pending.size < maxPending) this.#pending.set(key, row)
  }

  async #write(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#pending.size === 0) return
    const rows = [...this.#pending.values()]
    this.#pending = new Map()
    for (const [workspaceId, own] of Map.groupBy(rows, (row) => row.workspaceId)) {
      try {
        await this.#store.transactIn({ workspaceId }, async (transaction) => {
          await skillUses.start(transaction, workspaceId, clock.now())
          for (const row of own) await skillUses.add(transaction, row)
        })
      } catch {
        // Such as a full disk, which the writes of people report.
        for (const row of own) this.#add(row)
      }
    }
  }
}
