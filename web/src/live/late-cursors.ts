import type { PersonHere } from '../../../server/lib/live-messages.ts'
import type { Connection } from './connection.ts'
import type { LiveSteps } from './live-steps.ts'
import { presence } from './parts.ts'
import type { LiveCursors } from './presence/live-cursors.ts'

const noPeople: readonly PersonHere[] = []

/** The cursors of others, which are loaded after what typing needs. */
export class LateCursors {
  readonly #loading: Promise<LiveCursors>
  /** Undefined until they are loaded. */
  now: LiveCursors | undefined

  constructor(options: { pageId: string; connection: Connection; steps: LiveSteps }) {
    this.#loading = presence.load().then(({ LiveCursors: Cursors }) => {
      this.now = new Cursors(options)
      options.steps.onSelection = () => this.now?.selectionChanged()
      return this.now
    })
  }

  get people(): readonly PersonHere[] {
    return this.now?.people ?? noPeople
  }

  /** In their order, once they are loaded. */
  with(use: (cursors: LiveCursors) => void): void {
    if (this.now === undefined) void this.#loading.then(use)
    else use(this.now)
  }
}
