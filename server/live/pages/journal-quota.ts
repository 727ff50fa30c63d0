import { LRUCache } from 'lru-cache'
import { readServerSettings } from '../../domain/administration/server-settings.ts'
import { steps, type Store } from '../../store/index.ts'

/** How long the size of a journal is counted on from what this process adds. */
const countedMs = 60_000
const maxWorkspaces = 1000

/**
 * What the journals of workspaces may still take: as many bytes as the files of a workspace, where that is limited. What
 * is typed and removed again is in no page, but stays in the journal for as long as it is kept.
 */
export class JournalQuota {
  readonly #store: Store
  readonly #bytes = new LRUCache<string, { bytes: number }>({
    max: maxWorkspaces,
    ttl: countedMs,
  })

  constructor(store: Store) {
    this.#store = store
  }

  /** Counts so many bytes. False, and counts nothing, where they do not fit. */
  async take(workspaceId: string, added: number): Promise<boolean> {
    const { fileBytesPerWorkspace: max } = await readServerSettings(this.#store)
    if (max === null) return true
    const known = this.#bytes.get(workspaceId) ?? {
      bytes: await steps.bytes(this.#store, workspaceId),
    }
    if (!this.#bytes.has(workspaceId)) this.#bytes.set(workspaceId, known)
    if (known.bytes + added > max) return false
    known.bytes += added
    return true
  }
}
