import type { Node } from 'prosemirror-model'
import type { DecorationSet } from 'prosemirror-view'
import type { PersonHere, ServerMessage } from '../../../../server/lib/live-messages.ts'
import type { Connection } from '../connection.ts'
import { drawCursors, turnLabels } from './draw-cursors.ts'
import { type Locate, Presence } from './presence.ts'

/** At most five messages a second. */
const intervalMs = 200

/** The document that the cursors are in. */
type Steps = {
  readonly version: number
  locate: Locate
  decorate: (draw: (doc: Node) => DecorationSet) => void
  selection: () => { anchor: number; head: number } | undefined
}

type Options = { pageId: string; connection: Connection; steps: Steps }
type CursorMessage = Extract<ServerMessage, { type: 'cursor' }>

/** Tells others where the person is in the page, and shows where they are. */
export class LiveCursors {
  readonly #options: Options
  readonly #presence = new Presence()
  #timer: ReturnType<typeof setTimeout> | undefined
  #turning = 0
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
    const shown = this.#presence.shown(connection.id, locate)
    steps.decorate((doc) => drawCursors(shown, doc))
    if (shown.length > 0) this.#turnSoon()
  }

  /** Once they are drawn. Where they are is known without another layout then. */
  #turnSoon(): void {
    cancelAnimationFrame(this.#turning)
    this.#turning = requestAnimationFrame(turnLabels)
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
