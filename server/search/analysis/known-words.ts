import { splitIdentifier } from './identifiers.ts'
import { addTerm, type TermList } from './term-list.ts'
import { type Languages, tokenTerm } from './terms.ts'

/** Texts repeat their words: so many are cut and stemmed once. When there are more, all are forgotten. */
const maxWords = 1 << 15
const slotCount = maxWords * 2
const maxRunLength = 24
const poolLength = 1 << 20
/** When there is no room for so many new words in the next text, all are forgotten before it. */
const roomForWords = 1 << 12
const roomInPool = 1 << 17

/** A slot has four numbers: the hash of a run, where its record begins, the text that met it last, and how often. */
const slotSize = 4
const inRecord = 1
const inText = 2
const inCount = 3
/** A record has the length of a run, the number of its terms, the run, and each term behind its length. */
const headLength = 2

/**
 * Counts the words of a text by their terms in a pair of languages. All is kept in two arrays of numbers, so that a
 * known word is found without a copy of its run, and memory is bounded.
 */
export class KnownWords {
  readonly #languages: Languages
  readonly #slots = new Int32Array(slotCount * slotSize)
  readonly #pool = new Uint16Array(poolLength)
  /** No record begins at 0. */
  #poolEnd = 1
  #size = 0
  #text = 0
  /** The slots of the runs counted in this text. */
  readonly #met = new Int32Array(maxWords)
  #metCount = 0

  constructor(languages: Languages) {
    this.#languages = languages
  }

  startText(): void {
    const isFull = this.#size + roomForWords > maxWords || this.#poolEnd + roomInPool > poolLength
    if (isFull) this.#forget()
    this.#text += 1
    this.#metCount = 0
  }

  /** Counts the run between two offsets of the text; false when it is too long or there is no room for it. */
  count(text: string, start: number, end: number): boolean {
    if (end - start > maxRunLength) return false
    const slot = this.#find(text, start, end)
    if (slot === undefined) return false
    const slots = this.#slots
    if (slots[slot + inText] !== this.#text) {
      slots[slot + inText] = this.#text
      slots[slot + inCount] = 0
      this.#met[this.#metCount] = slot
      this.#metCount += 1
    }
    slots[slot + inCount] = (slots[slot + inCount] ?? 0) + 1
    return true
  }

  /** Adds the terms of the runs counted in this text to a list, and gives how many they are. */
  addTo(list: TermList): number {
    const [slots, pool] = [this.#slots, this.#pool]
    let length = 0
    for (let index = 0; index < this.#metCount; index += 1) {
      const slot = this.#met[index] ?? 0
      const count = slots[slot + inCount] ?? 0
      const record = slots[slot + inRecord] ?? 0
      const terms = pool[record + 1] ?? 0
      length += terms * count
      let at = record + headLength + (pool[record] ?? 0)
      for (let left = terms; left > 0; left -= 1) {
        const end = at + 1 + (pool[at] ?? 0)
        addTerm(list, pool, at + 1, end, count)
        at = end
      }
    }
    return length
  }

  /** Where the slot of a run begins; undefined when there is no room for another. */
  #find(text: string, start: number, end: number): number | undefined {
    const hash = hashRun(text, start, end)
    const slots = this.#slots
    let slot = (hash & (slotCount - 1)) * slotSize
    for (;;) {
      const record = slots[slot + inRecord] ?? 0
      if (record === 0) return this.#learn(slot, hash, text.slice(start, end))
      if (slots[slot] === hash && this.#isRun(record, text, start, end)) return slot
      slot = (slot + slotSize) & (slots.length - 1)
    }
  }

  #isRun(record: number, text: string, start: number, end: number): boolean {
    const pool = this.#pool
    if (pool[record] !== end - start) return false
    for (let index = start, at = record + headLength; index < end; index += 1, at += 1) {
      if (pool[at] !== text.charCodeAt(index)) return false
    }
    return true
  }

  #learn(slot: number, hash: number, run: string): number | undefined {
    if (this.#size === maxWords) return undefined
    const terms = splitIdentifier(run)
      .map((token) => tokenTerm(token, this.#languages))
      .filter((term) => term !== '')
    const length = terms.reduce((sum, term) => sum + 1 + term.length, headLength + run.length)
    if (this.#poolEnd + length > poolLength) return undefined
    this.#slots[slot] = hash
    this.#slots[slot + inRecord] = this.#poolEnd
    this.#size += 1
    this.#pool[this.#poolEnd] = run.length
    this.#pool[this.#poolEnd + 1] = terms.length
    this.#poolEnd += headLength
    this.#write(run)
    for (const term of terms) {
      this.#pool[this.#poolEnd] = term.length
      this.#poolEnd += 1
      this.#write(term)
    }
    return slot
  }

  #write(text: string): void {
    for (let index = 0; index < text.length; index += 1) {
      this.#pool[this.#poolEnd + index] = text.charCodeAt(index)
    }
    this.#poolEnd += text.length
  }

  #forget(): void {
    this.#slots.fill(0)
    this.#poolEnd = 1
    this.#size = 0
  }
}

function hashRun(text: string, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  // The low bits choose the slot.
  return hash ^ (hash >>> 15)
}
