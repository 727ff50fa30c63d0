/** Grows as it is written to. Numbers are whole and not negative, least significant bits first, 7 per byte. */
export class ByteWriter {
  #bytes: Uint8Array
  #length = 0

  constructor(capacity = 1024) {
    this.#bytes = new Uint8Array(capacity)
  }

  get length(): number {
    return this.#length
  }

  number(value: number): void {
    this.#reserve(5)
    let rest = value
    while (rest > 0x7f) {
      this.#bytes[this.#length] = (rest & 0x7f) | 0x80
      this.#length += 1
      rest >>>= 7
    }
    this.#bytes[this.#length] = rest
    this.#length += 1
  }

  byte(value: number): void {
    this.#reserve(1)
    this.#bytes[this.#length] = value
    this.#length += 1
  }

  /** Four bytes, for what is spread over all 32 bits. */
  word(value: number): void {
    this.#reserve(4)
    for (let shift = 0; shift < 32; shift += 8) {
      this.#bytes[this.#length] = (value >>> shift) & 0xff
      this.#length += 1
    }
  }

  append(bytes: Uint8Array): void {
    this.#reserve(bytes.length)
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
  }

  /**
   * A term, its length before it. Each UTF-16 unit is encoded by itself, so that the order of the bytes
   * is the order in which JavaScript compares strings.
   */
  term(text: string): void {
    const length = termLength(text)
    this.number(length)
    this.#reserve(length)
    writeTerm(text, this.#bytes, this.#length)
    this.#length += length
  }

  /** A term that stands between two offsets of a list of UTF-16 units. */
  units(units: Uint16Array, start: number, end: number): void {
    let length = end - start
    for (let index = start; index < end; index += 1) {
      const unit = units[index] ?? 0
      if (unit >= 0x80) length += unit < 0x800 ? 1 : 2
    }
    this.number(length)
    this.#reserve(length)
    for (let index = start; index < end; index += 1) {
      this.#length = writeUnit(units[index] ?? 0, this.#bytes, this.#length)
    }
  }

  /** A view of what was written. */
  written(): Uint8Array {
    return this.#bytes.subarray(0, this.#length)
  }

  /** What was written, without room to grow. */
  finish(): Uint8Array {
    return this.#bytes.slice(0, this.#length)
  }

  clear(): void {
    this.#length = 0
  }

  #reserve(more: number): void {
    if (this.#length + more <= this.#bytes.length) return
    const grown = new Uint8Array(Math.max(this.#bytes.length * 2, this.#length + more))
    grown.set(this.#bytes.subarray(0, this.#length))
    this.#bytes = grown
  }
}

export class ByteReader {
  readonly bytes: Uint8Array
  position: number

  constructor(bytes: Uint8Array, position = 0) {
    this.bytes = bytes
    this.position = position
  }

  get isAtEnd(): boolean {
    return this.position >= this.bytes.length
  }

  number(): number {
    let value = 0
    for (let shift = 0; ; shift += 7) {
      const byte = this.bytes[this.position] ?? 0
      this.position += 1
      value |= (byte & 0x7f) << shift
      if (byte < 0x80) return value >>> 0
    }
  }

  word(): number {
    const { bytes, position } = this
    this.position += 4
    const low = (bytes[position] ?? 0) | ((bytes[position + 1] ?? 0) << 8)
    const high = (bytes[position + 2] ?? 0) | ((bytes[position + 3] ?? 0) << 8)
    return (low | (high << 16)) >>> 0
  }

  /** A view of the bytes of a term. */
  termBytes(): Uint8Array {
    const length = this.number()
    this.position += length
    return this.bytes.subarray(this.position - length, this.position)
  }

  term(): string {
    return termText(this.termBytes())
  }
}

export function termBytes(text: string): Uint8Array {
  const bytes = new Uint8Array(termLength(text))
  writeTerm(text, bytes, 0)
  return bytes
}

function termLength(text: string): number {
  let length = text.length
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    if (unit >= 0x80) length += unit < 0x800 ? 1 : 2
  }
  return length
}

function writeTerm(text: string, bytes: Uint8Array, start: number): void {
  let at = start
  for (let index = 0; index < text.length; index += 1) {
    at = writeUnit(text.charCodeAt(index), bytes, at)
  }
}

/** Gives the place behind it. */
function writeUnit(unit: number, bytes: Uint8Array, at: number): number {
  if (unit < 0x80) {
    bytes[at] = unit
    return at + 1
  }
  if (unit < 0x800) {
    bytes[at] = 0xc0 | (unit >> 6)
    bytes[at + 1] = 0x80 | (unit & 0x3f)
    return at + 2
  }
  bytes[at] = 0xe0 | (unit >> 12)
  bytes[at + 1] = 0x80 | ((unit >> 6) & 0x3f)
  bytes[at + 2] = 0x80 | (unit & 0x3f)
  return at + 3
}

export function termText(bytes: Uint8Array): string {
  const units: number[] = []
  for (let index = 0; index < bytes.length;) {
    const first = bytes[index++] ?? 0
    if (first < 0x80) units.push(first)
    else if (first < 0xe0) units.push(((first & 0x1f) << 6) | next(bytes, index++))
    else units.push(((first & 0x0f) << 12) | (next(bytes, index++) << 6) | next(bytes, index++))
  }
  return String.fromCharCode(...units)
}

function next(bytes: Uint8Array, index: number): number {
  return (bytes[index] ?? 0) & 0x3f
}

/** FNV-1a over UTF-16 units: a fingerprint, not a defence. */
export function hashText(text: string): number {
  let hash = 0x811c9dc5
  for (let index = 0; index < text.length; index += 1) {
    hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193)
  }
  return hash >>> 0
}

/** The same of a text between two offsets of a list of its units. */
export function hashUnits(units: Uint16Array, start: number, end: number): number {
  let hash = 0x811c9dc5
  for (let index = start; index < end; index += 1) {
    hash = Math.imul(hash ^ (units[index] ?? 0), 0x01000193)
  }
  return hash >>> 0
}
