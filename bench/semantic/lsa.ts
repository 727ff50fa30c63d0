import { tokens } from './words.ts'

/** How many directions of meaning are kept. */
const dimensions = 150
const rounds = 6

type Sparse = { terms: Int32Array; weights: Float64Array }

/**
 * Latent semantic analysis (Deerwester et al., 1990): the directions in which the words of a collection vary
 * together, found by subspace iteration. A model without a download, that knows only what the texts say.
 */
export function trainLsa(texts: readonly string[]): (text: string) => number[] {
  const frequency = new Map<string, number>()
  const split = texts.map(tokens)
  for (const words of split) {
    for (const word of new Set(words)) frequency.set(word, (frequency.get(word) ?? 0) + 1)
  }
  const frequent = [...frequency].filter(([, documents]) => documents > 1)
  const numbers = new Map(frequent.map(([word], number) => [word, number]))
  const rarity = Float64Array.from(frequent, ([, documents]) => Math.log(texts.length / documents))

  const toSparse = (words: readonly string[]): Sparse => {
    const counts = new Map<number, number>()
    for (const word of words) {
      const number = numbers.get(word)
      if (number !== undefined) counts.set(number, (counts.get(number) ?? 0) + 1)
    }
    const weights = Float64Array.from(
      counts,
      ([number, count]) => (1 + Math.log(count)) * (rarity[number] ?? 0),
    )
    const length = Math.hypot(...weights) || 1
    return {
      terms: Int32Array.from(counts.keys()),
      weights: weights.map((value) => value / length),
    }
  }

  const rows = split.map(toSparse)
  const basis = findBasis(rows, frequent.length)
  return (text) => {
    const projected = project(toSparse(tokens(text)), basis)
    return projected.some((value) => value !== 0)
      ? [...projected]
      : projected.fill(1e-6) && [...projected]
  }
}

/** The orthonormal directions (one after the other in each row of a term) that hold most of the rows. */
function findBasis(rows: readonly Sparse[], terms: number): Float64Array {
  let state = 1
  const random = () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32 - 0.5
  }
  let basis = Float64Array.from({ length: terms * dimensions }, random)
  for (let round = 0; round < rounds; round += 1) {
    orthonormalize(basis, terms)
    const next = new Float64Array(terms * dimensions)
    for (const row of rows) {
      const projected = project(row, basis)
      for (const [index, term] of row.terms.entries()) {
        const weight = row.weights[index] ?? 0
        const start = term * dimensions
        for (let at = 0; at < dimensions; at += 1) {
          next[start + at] = (next[start + at] ?? 0) + weight * (projected[at] ?? 0)
        }
      }
    }
    basis = next
  }
  orthonormalize(basis, terms)
  return basis
}

function project({ terms, weights }: Sparse, basis: Float64Array): Float64Array {
  const result = new Float64Array(dimensions)
  for (const [index, term] of terms.entries()) {
    const weight = weights[index] ?? 0
    const start = term * dimensions
    for (let at = 0; at < dimensions; at += 1) {
      result[at] = (result[at] ?? 0) + weight * (basis[start + at] ?? 0)
    }
  }
  return result
}

/** Gram and Schmidt, column by column. */
function orthonormalize(basis: Float64Array, terms: number): void {
  const columns = Array.from({ length: dimensions }, (_, at) =>
    Float64Array.from({ length: terms }, (_, term) => basis[term * dimensions + at] ?? 0),
  )
  for (const [at, column] of columns.entries()) {
    for (const before of columns.slice(0, at)) {
      let product = 0
      for (let term = 0; term < terms; term += 1)
        product += (column[term] ?? 0) * (before[term] ?? 0)
      for (let term = 0; term < terms; term += 1) {
        column[term] = (column[term] ?? 0) - product * (before[term] ?? 0)
      }
    }
    let squares = 0
    for (const value of column) squares += value * value
    const scale = squares === 0 ? 0 : 1 / Math.sqrt(squares)
    for (let term = 0; term < terms; term += 1) {
      column[term] = (column[term] ?? 0) * scale
      basis[term * dimensions + at] = column[term] ?? 0
    }
  }
}
