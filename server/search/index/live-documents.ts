import { sharedBytes } from './shared-arrays.ts'

/** The documents of a part that are neither removed nor replaced, copied before a change once shared. */
export class LiveDocuments {
  #marks: Uint8Array
  #count = 0
  #isShared = false

  constructor(capacity: number) {
    this.#marks = sharedBytes(capacity)
  }

  add(number: number): void {
    if (number >= this.#marks.length) this.#copy(Math.max(64, number * 2))
    else if (this.#isShared) this.#copy(this.#marks.length)
    this.#marks[number] = 1
    this.#count += 1
  }

  /** Whether it was among them. */
  remove(number: number): boolean {
    if (this.#marks[number] !== 1) return false
    if (this.#isShared) this.#copy(this.#marks.length)
    this.#marks[number] = 0
    this.#count -= 1
    return true
  }

  /** The marks as they are now, for good; undefined when all of so many documents are live. */
  share(documents: number): Uint8Array | undefined {
    if (this.#count === documents) return undefined
    this.#isShared = true
    return this.#marks
  }

  #copy(capacity: number): void {
    const copied = sharedBytes(capacity)
    copied.set(this.#marks)
    this.#marks = copied
    this.#isShared = false
  }
}
