import type { ChangeFeed } from '../../domain/events/change-feed.ts'
import { systemViewer } from '../../store/index.ts'

/** Events after which someone may have lost the right to read or write an open page. */
const aboutRights = /^(?:member\.|page\.(?:deleted|moved|permissions_changed|restored))/

type Watched = { users: number; stop: Promise<() => void> }

/** Asks for a check of all readers when permissions change in a workspace in which pages are open. */
export class RightsWatch {
  readonly #feed: ChangeFeed
  readonly #onChange: () => void
  readonly #watched = new Map<string, Watched>()

  constructor(feed: ChangeFeed, onChange: () => void) {
    this.#feed = feed
    this.#onChange = onChange
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
    const viewer = systemViewer(workspaceId)
    const stop = this.#feed.subscribe(workspaceId, {
      after: undefined,
      viewer,
      readViewer: async () => viewer,
      onStart: () => undefined,
      onReset: () => this.#onChange(),
      onEvent: ({ type }) => {
        if (aboutRights.test(type)) this.#onChange()
      },
      // The readers are checked at intervals too; the next page that is opened subscribes again.
      onEnd: () => this.#watched.delete(workspaceId),
    })
    const watched = { users: 0, stop: stop.catch(() => () => undefined) }
    this.#watched.set(workspaceId, watched)
    return watched
  }
}
