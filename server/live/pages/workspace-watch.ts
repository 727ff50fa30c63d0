import type { ChangeFeed } from '../../domain/events/change-feed.ts'
import type { StoredEvent } from '../../domain/events/stored-events.ts'
import { systemViewer } from '../../store/index.ts'

/** Events after which someone may have lost the right to read or write an open page. */
const aboutRights = /^(?:member\.|page\.(?:deleted|moved|permissions_changed|restored))/

type Watched = { users: number; stop: Promise<() => void> }

export type WorkspaceWatchOptions = {
  feed: ChangeFeed
  /** Permissions changed: all readers are to be checked. */
  onRights: () => void
  onEvent: (event: StoredEvent) => void
}

/** Follows the events of the workspaces in which pages are open on this node. */
export class WorkspaceWatch {
  readonly #options: WorkspaceWatchOptions
  readonly #watched = new Map<string, Watched>()

  constructor(options: WorkspaceWatchOptions) {
    this.#options = options
  }

  /** Returns the function that ends it. */
  add(workspaceId: string): () => void {
    const watched = this.#watched.get(workspaceId) ?? this.#start(workspaceId)
    watched.users += 1
    return () => {
      watched.users -= 1
      if (watched.users > 0) return
      this.#watched.delete(workspaceId)
      void watched.stop.then((stop) => stop())
    }
  }

  #start(workspaceId: string): Watched {
    const { feed, onRights, onEvent } = this.#options
    const viewer = systemViewer(workspaceId)
    const stop = feed.subscribe(workspaceId, {
      after: undefined,
      viewer,
      readViewer: async () => viewer,
      onStart: () => undefined,
      onReset: () => onRights(),
      onEvent: ({ type, event }) => {
        if (aboutRights.test(type)) onRights()
        onEvent(event)
      },
      // The readers are checked at intervals too; the next page that is opened subscribes again.
      onEnd: () => this.#watched.delete(workspaceId),
    })
    const watched = { users: 0, stop: stop.catch(() => () => undefined) }
    this.#watched.set(workspaceId, watched)
    return watched
  }
}
