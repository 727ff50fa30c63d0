import type { PersonHere, ServerMessage } from '../../../server/lib/live-messages.ts'
import type { Connection } from './connection.ts'
import type { LiveSteps } from './live-steps.ts'
import { Presence } from './presence.ts'

/** At most five messages a second. */
const intervalMs = 200

type Options = { pageId: string; connection: Connection; steps: LiveSteps }
type CursorMessage = Extract<ServerMessage, { type: 'cursor' }>

/** Tells others where the person is in the page, and shows where they are. */
export class LiveCursors {
  readonly #options: Options
  readonly #presence = new Presence()
  #timer: ReturnType<typeof setTimeout> | undefined
  #sentAt = -Infinity
  #sent = ''
  #people: readonly PersonHere[] = []

  constructor(options: Options) {
    this.#options = options
  }

  /** The same list until others are here. */
  get people(): readonly PersonHere[] {
    return this.#people
  }

  set(people: readonly PersonHere[]): void {
    this.#presence.set(people)
    this.#people = this.#presence.others(this.#options.connection.id)
    this.show()
  }

  move(message: CursorMessage): void {
    const { connection } = message
    if (message.anchor === null) this.#presence.move(connection, undefined)
    else {
      const { version, anchor, head } = message
      this.#presence.move(connection, { version, anchor, head })
    }
    this.show()
  }

  show(): void {
    const { connection, steps } = this.#options
    const locate = (position: number, version: number) => steps.locate(position, version)
    steps.showCursors(this.#presence.shown(connection.id, locate))
  }

  /** The connection is gone: nobody is known to be here. */
  clear(): void {
    this.#sent = ''
    this.set([])
  }

  selectionChanged(): void {
    const wait = Math.max(0, this.#sentAt + intervalMs - performance.now())
    this.#timer ??= setTimeout(() => this.#send(), wait)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  #send(): void {
    this.#timer = undefined
    const { pageId, connection, steps } = this.#options
    if (!connection.isConnected) return
    const { version } = steps
    const { anchor, head } = steps.selection() ?? { anchor: null, head: null }
    const position = `${anchor} ${head}`
    // Others see by the text itself where somebody types.
    if (position === this.#sent) return
    this.#sent = position
    this.#sentAt = performance.now()
    connection.send({ type: 'cursor', pageId, version, anchor, head })
  }
}
