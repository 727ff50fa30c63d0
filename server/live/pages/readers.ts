import type { AppError } from '../../lib/errors.ts'
import type { ServerMessage } from '../../lib/live-messages.ts'
import { frameOf } from '../connections/outlet.ts'

/** One connection that has a page open. */
export type PageReader = {
  readonly connection: string
  readonly userId: string
  /** Visitors who can only read learn of nobody else. */
  readonly seesPeople: boolean
  deliver: (frame: Buffer) => void
  /** Tells the client why. */
  close: (error: AppError) => void
}

/** A message for all readers of a page, with what some of them receive instead. */
export type Outbound = {
  json: string
  /** The connection that sent the batch, and the message that is enough for it. */
  sender?: { connection: string; userId: string; json: string } | undefined
  /** Nobody else receives it. */
  only?: { userId: string }
  isPresence?: boolean
}

export function toOutbound(message: ServerMessage): Outbound {
  const isPresence = message.type === 'presence' || message.type === 'cursor'
  return { json: JSON.stringify(message), isPresence }
}

/** The connections that have a page open, and what they are sent together. */
export class PageReaders {
  readonly #readers = new Set<PageReader>()

  get size(): number {
    return this.#readers.size
  }

  add(reader: PageReader): void {
    this.#readers.add(reader)
  }

  remove(reader: PageReader): void {
    this.#readers.delete(reader)
  }

  /** Closes the page for everybody. */
  close(error: AppError): void {
    for (const reader of this.#readers) reader.close(error)
  }

  /** One frame for everybody; its bytes are shared by those who receive the same. */
  send(outbound: readonly Outbound[]): void {
    if (outbound.length === 0) return
    let shared: Buffer | undefined
    for (const reader of this.#readers) {
      if (outbound.some((one) => isSpecial(one, reader))) {
        const texts = textsFor(outbound, reader)
        if (texts.length > 0) reader.deliver(frameOf(texts))
        continue
      }
      shared ??= frameOf(outbound.map(({ json }) => json))
      reader.deliver(shared)
    }
  }
}

function isSpecial({ sender, only, isPresence }: Outbound, reader: PageReader): boolean {
  const isHidden = isPresence === true && !reader.seesPeople
  return isHidden || only !== undefined || isSender(sender, reader)
}

/** A POST names the connection of its stream: only that of the same person counts. */
function isSender(sender: Outbound['sender'], reader: PageReader): boolean {
  return sender?.connection === reader.connection && sender.userId === reader.userId
}

function textsFor(outbound: readonly Outbound[], reader: PageReader): string[] {
  return outbound.flatMap(({ json, sender, only, isPresence }) => {
    if (only !== undefined && only.userId !== reader.userId) return []
    if (isPresence === true && !reader.seesPeople) return []
    return [isSender(sender, reader) ? (sender?.json ?? json) : json]
  })
}
