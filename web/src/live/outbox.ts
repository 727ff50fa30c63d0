import type { ClientMessage, MoveMark, StepJson } from '../../../server/lib/live-messages.ts'
import type { GivenFields } from '../../../server/lib/page-fields.ts'
import { randomUuid } from '../lib/random-id.ts'

/** Steps for the server, made on the document of version `base`. */
export type OutboundSteps = {
  base: number
  steps: readonly StepJson[]
  moves?: readonly MoveMark[]
}

/** What waits to be sent, as the page has it now. */
export type OutboxSource = {
  /** Takes the next batch, and gives it this ID; undefined when there is none. */
  take: (id: string) => OutboundSteps | undefined
  /** The batch that was taken, as it stands after what others changed. */
  taken: () => OutboundSteps | undefined
  /** The steps of a refused batch wait to be taken again. */
  release: (id: string) => void
  /** What the person changed of the title and the icon. */
  fields: () => GivenFields | undefined
}

export type OutboxOptions = {
  pageId: string
  source: OutboxSource
  /** Sends, if there is a connection. */
  send: (message: ClientMessage) => void
  /** Milliseconds to wait for more keys. */
  delayMs?: number
  /** Milliseconds without an answer before a batch is sent again. */
  answerMs?: number
}

type Sent = { id: string; fields?: GivenFields }

/** Sends one batch at a time; what is typed meanwhile is the next one. A batch keeps its ID until it is answered. */
export class Outbox {
  readonly #options: Required<OutboxOptions>
  #isOpen = false
  #inFlight: Sent | undefined
  /** IDs that this browser has kept for the next batches. */
  #reserved: string[] = []
  #timer: ReturnType<typeof setTimeout> | undefined
  #due = 0

  constructor(options: OutboxOptions) {
    this.#options = { delayMs: 20, answerMs: 20_000, ...options }
  }

  /** The batch that waits for its answer. */
  get inFlight(): Sent | undefined {
    return this.#inFlight
  }

  get reserved(): readonly string[] {
    return this.#reserved
  }

  /** Whether it sends. What is in flight when it opens is sent again, with its ID. */
  set isOpen(isOpen: boolean) {
    this.#isOpen = isOpen
    this.#stop()
    if (isOpen) this.#send()
  }

  /** Something can be sent. */
  soon(delayMs = this.#options.delayMs): void {
    if (this.#inFlight === undefined) this.#wait(delayMs)
  }

  /** Sends the batch in flight again, after a pause. */
  again(delayMs: number): void {
    this.#wait(delayMs)
  }

  /** The batch was accepted. */
  confirmed(id: string): void {
    this.#reserved = this.#reserved.filter((reserved) => reserved !== id)
    if (this.#inFlight?.id !== id) return
    this.#inFlight = undefined
    this.#stop()
    this.#wait(0)
  }

  /** The batch was refused: its steps wait for a change that makes them acceptable. */
  withdraw(): void {
    if (this.#inFlight !== undefined) this.#options.source.release(this.#inFlight.id)
    this.#inFlight = undefined
    this.#stop()
  }

  /** The ID of the batch in flight, if it has steps, and of the next one: they are sent under these. */
  reserve(): { sent: string | undefined; next: string } {
    this.#reserved = [this.#reserved[0] ?? randomUuid(), ...this.#reserved.slice(1)]
    const { id, fields } = this.#inFlight ?? {}
    return { sent: fields === undefined ? id : undefined, next: this.#reserved[0] ?? '' }
  }

  /** Continues with the batches of an earlier visit. */
  resume(sent: string | undefined, next: readonly string[]): void {
    this.#inFlight = sent === undefined ? undefined : { id: sent }
    this.#reserved = [...next]
  }

  #wait(delayMs: number): void {
    const due = performance.now() + delayMs
    if (this.#timer !== undefined && this.#due <= due) return
    this.#stop()
    this.#due = due
    this.#timer = setTimeout(() => {
      this.#timer = undefined
      this.#send()
    }, delayMs)
  }

  #stop(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
  }

  #send(): void {
    if (!this.#isOpen) return
    const message = this.#inFlight === undefined ? this.#next() : this.#repeat(this.#inFlight)
    if (message === undefined) return
    this.#options.send(message)
    this.#wait(this.#options.answerMs)
  }

  #repeat({ id, fields }: Sent): ClientMessage | undefined {
    const { pageId, source } = this.#options
    if (fields !== undefined) return { type: 'fields', pageId, id, fields }
    const steps = source.taken()
    return steps && { type: 'steps', pageId, id, ...steps, again: true }
  }

  #next(): ClientMessage | undefined {
    const { pageId, source } = this.#options
    const id = this.#reserved[0] ?? randomUuid()
    const steps = source.take(id)
    if (steps !== undefined) {
      this.#reserved.shift()
      this.#inFlight = { id }
      return { type: 'steps', pageId, id, ...steps }
    }
    const fields = source.fields()
    if (fields === undefined) return undefined
    const fieldsId = randomUuid()
    this.#inFlight = { id: fieldsId, fields }
    return { type: 'fields', pageId, id: fieldsId, fields }
  }
}
