export type Weighted = { group: number; weight: number; start: number; end: number }

/** Finds the stretch of a length that holds most of a query, from places in their order, keeping only its own. */
export class Densest {
  readonly #length: number
  /** By group. */
  readonly #counts: number[] = []
  readonly #window: Weighted[] = []
  #first = 0
  #weight = 0
  #maxWeight = -1
  range = { start: 0, end: 0 }

  constructor(length: number) {
    this.#length = length
  }

  /** The weight of the words in `range`; -1 before the first word. */
  get maxWeight(): number {
    return this.#maxWeight
  }

  add(last: Weighted): void {
    const count = this.#counts[last.group] ?? 0
    this.#counts[last.group] = count + 1
    if (count === 0) this.#weight += last.weight
    this.#window.push(last)
    this.#leave(last)
    if (this.#weight <= this.#maxWeight) return
    this.#maxWeight = this.#weight
    this.range = { start: this.#window[this.#first]?.start ?? 0, end: last.end }
  }

  /** Lets go of what is too far from the last place. */
  #leave(last: Weighted): void {
    for (
      let head = this.#window[this.#first];
      head !== undefined;
      head = this.#window[this.#first]
    ) {
      if (head === last || last.end - head.start <= this.#length) break
      const left = (this.#counts[head.group] ?? 1) - 1
      this.#counts[head.group] = left
      if (left === 0) this.#weight -= head.weight
      this.#first += 1
    }
    if (this.#first < 1000) return
    this.#window.splice(0, this.#first)
    this.#first = 0
  }
}
