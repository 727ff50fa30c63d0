/** Random numbers that a seed determines. */
export type Random = {
  /** From 0 to below 1. */
  next: () => number
  /** A whole number from 0 to below `limit`. */
  below: (limit: number) => number
  pick: <T>(list: readonly T[]) => T
}

/** The generator mulberry32. */
export function randomFrom(seed: number): Random {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
  const below = (limit: number) => Math.floor(next() * limit)
  return {
    next,
    below,
    pick: (list) => {
      const found = list[below(list.length)]
      if (found === undefined) throw new RangeError('The list is empty.')
      return found
    },
  }
}
