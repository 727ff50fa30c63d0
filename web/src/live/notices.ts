import type { ServerMessage } from '../../../server/lib/live-messages.ts'
import type { LiveNotice } from './live-types.ts'

type Notice = Extract<ServerMessage, { type: 'retained' | 'replaced' }>

/** What a person should know of their text, until they have read it. */
export class Notices {
  #all: readonly LiveNotice[] = []
  #count = 0

  get all(): readonly LiveNotice[] {
    return this.#all
  }

  add(message: Notice): void {
    const { by } = message
    // What the person's own batch carried elsewhere is where they just put it.
    if (by === undefined) return
    this.#count += 1
    this.#all = [...this.#all, { ...message, id: this.#count, by: by.name }]
  }

  remove(notice: LiveNotice): void {
    this.#all = this.#all.filter((other) => other !== notice)
  }
}
