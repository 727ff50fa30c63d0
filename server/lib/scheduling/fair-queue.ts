/** Items that wait, in order for each caller. Callers take turns, however many items one of them has. */
export class FairQueue<Item> {
  /** The caller whose turn is next comes first. */
  readonly #queues = new Map<string, Item[]>()

  get callers(): number {
    return this.#queues.size
  }

  waiting(caller: string): readonly Item[] {
    return this.#queues.get(caller) ?? []
  }

  push(caller: string, item: Item): void {
    const queue = this.#queues.get(caller)
    if (queue === undefined) this.#queues.set(caller, [item])
    else queue.push(item)
  }

  /** The first item of the caller whose turn it is. */
  shift(): Item | undefined {
    const [next] = this.#queues
    if (next === undefined) return undefined
    const [caller, queue] = next
    this.#queues.delete(caller)
    const item = queue.shift()
    if (queue.length > 0) this.#queues.set(caller, queue)
    return item
  }
}
