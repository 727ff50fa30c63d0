import { failureText } from '../../lib/failures/failures.ts'

/** A page is embedded as a document, what someone looks for as a query: many models tell them apart. */
export type TextKind = 'document' | 'query'

export type Embedded =
  | { ok: true; vectors: Float32Array<ArrayBuffer>[] }
  | {
      ok: false
      /** For a person; holds no key. */
      reason: string
      /** `later`: the same may work again. `text`: these texts are at fault, others may work. `never`: the settings are. */
      fault: 'later' | 'text' | 'never'
      /** Milliseconds to wait, as the provider asks. */
      retryAfter: number | undefined
    }

export type EmbedOptions = {
  /** Milliseconds. */
  timeout: number
  signal?: AbortSignal
}

/** Turns texts into vectors of length 1. */
export type Embedder = {
  embed: (texts: readonly string[], kind: TextKind, options: EmbedOptions) => Promise<Embedded>
  close: () => Promise<void>
}

export function refused(
  reason: string,
  fault: 'later' | 'text' | 'never' = 'later',
  retryAfter?: number,
): Embedded {
  return { ok: false, reason, fault, retryAfter }
}

/** Vectors of one length out of unknown data, each scaled to length 1; or what is wrong with it. */
export function readVectors(
  found: readonly unknown[],
  { count, dimensions }: { count: number; dimensions: number | undefined },
): Float32Array<ArrayBuffer>[] | string {
  if (found.length !== count) return failureText('vectorCount', { found: found.length, count })
  const vectors: Float32Array<ArrayBuffer>[] = []
  let length = dimensions
  for (const numbers of found) {
    const vector = toVector(numbers)
    if (vector === undefined) return failureText('vectorInvalid')
    length ??= vector.length
    if (vector.length !== length) {
      return failureText('vectorLength', { found: vector.length, dimensions: length })
    }
    vectors.push(vector)
  }
  return vectors
}

function toVector(numbers: unknown): Float32Array<ArrayBuffer> | undefined {
  if (!Array.isArray(numbers) && !(numbers instanceof Float32Array)) return undefined
  const vector = new Float32Array(numbers.length)
  let squares = 0
  for (const [index, value] of numbers.entries()) {
    if (typeof value !== 'number') return undefined
    vector[index] = value
    squares += value * value
  }
  if (!Number.isFinite(squares) || squares === 0) return undefined
  const scale = 1 / Math.sqrt(squares)
  for (const [index, value] of vector.entries()) vector[index] = value * scale
  return vector
}

/** Embeds in batches; the first that fails ends it. */
export async function embedAll(
  embedder: Embedder,
  texts: readonly string[],
  kind: TextKind,
  { batchSize, ...options }: EmbedOptions & { batchSize: number },
): Promise<Embedded> {
  const vectors: Float32Array<ArrayBuffer>[] = []
  for (let start = 0; start < texts.length; start += batchSize) {
    const result = await embedder.embed(texts.slice(start, start + batchSize), kind, options)
    if (!result.ok) return result
    vectors.push(...result.vectors)
  }
  return { ok: true, vectors }
}
