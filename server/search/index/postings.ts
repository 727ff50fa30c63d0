import { titleShift } from './entry.ts'

/** Documents of one or several terms, with the frequencies in title and body packed in one number. */
export class Postings {
  documents = new Int32Array(1024)
  frequencies = new Int32Array(1024)
  count = 0

  /** Makes room, so that a loop may write without asking. */
  reserve(more: number): void {
    const needed = this.count + more
    if (needed <= this.documents.length) return
    const capacity = Math.max(needed, this.documents.length * 2)
    this.documents = grown(this.documents, capacity)
    this.frequencies = grown(this.frequencies, capacity)
  }

  /**
   * Makes one posting of those of the same document, in steps of so many. `sums` holds zeros, and does so
   * afterwards.
   */
  *combine(sums: Int32Array, perStep: number): Generator<undefined, void> {
    const { documents, frequencies, count } = this
    let distinct = 0
    for (let index = 0; index < count; index += 1) {
      if (index % perStep === perStep - 1) yield
      const document = documents[index] ?? 0
      const sum = sums[document] ?? 0
      if (sum === 0) documents[distinct++] = document
      sums[document] = sum + (frequencies[index] ?? 0)
    }
    for (let index = 0; index < distinct; index += 1) {
      if (index % perStep === perStep - 1) yield
      const document = documents[index] ?? 0
      frequencies[index] = sums[document] ?? 0
      sums[document] = 0
    }
    this.count = distinct
  }
}

/** Postings decoded in one step: two milliseconds as long as V8 has not compiled the loop. */
export const postingsPerStep = 10_000

/**
 * Adds the live documents of a packed list, in steps. Each posting is the distance from the one before, with a bit
 * that says "once in the body"; any other frequency follows as writeFrequency() writes it.
 */
export function* decodePostings(
  bytes: Uint8Array,
  count: number,
  { base, live }: { base: number; live: Uint8Array | undefined },
  into: Postings,
): Generator<void, void> {
  into.reserve(count)
  const cursor = { position: 0, document: -1 }
  for (let left = count; left > 0; left -= postingsPerStep) {
    decodeSome(bytes, Math.min(left, postingsPerStep), cursor, { base, live, into })
    if (left > postingsPerStep) yield
  }
}

type Decoding = { base: number; live: Uint8Array | undefined; into: Postings }

/** Decodes as many postings, and moves the place behind them. */
function decodeSome(
  bytes: Uint8Array,
  count: number,
  cursor: { position: number; document: number },
  { base, live, into }: Decoding,
): void {
  const { documents, frequencies } = into
  let written = into.count
  let { position, document } = cursor
  for (let left = count; left > 0; left -= 1) {
    let value = bytes[position++] ?? 0
    if (value > 0x7f) {
      value &= 0x7f
      for (let shift = 7, more = 0x80; more > 0x7f; shift += 7) {
        more = bytes[position++] ?? 0
        value |= (more & 0x7f) << shift
      }
    }
    document += value >>> 1
    let frequency = 1
    if ((value & 1) === 0) {
      let packed = bytes[position++] ?? 0
      if (packed > 0x7f) {
        packed &= 0x7f
        for (let shift = 7, more = 0x80; more > 0x7f; shift += 7) {
          more = bytes[position++] ?? 0
          packed |= (more & 0x7f) << shift
        }
      }
      frequency = packed >>> 1
      if ((packed & 1) === 1) {
        let title = 0
        for (let shift = 0, more = 0x80; more > 0x7f; shift += 7) {
          more = bytes[position++] ?? 0
          title |= (more & 0x7f) << shift
        }
        frequency += title << titleShift
      }
    }
    if (live === undefined || live[document] === 1) {
      documents[written] = base + document
      frequencies[written] = frequency
      written += 1
    }
  }
  into.count = written
  cursor.position = position
  cursor.document = document
}

function grown(array: Int32Array<ArrayBuffer>, capacity: number): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(capacity)
  larger.set(array)
  return larger
}
