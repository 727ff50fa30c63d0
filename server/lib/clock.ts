/** Nodes of one database whose clocks differ by less use their own. */
export const maxDifferenceMs = 1000

/** Milliseconds by which the clock of this machine is ahead of that of the database. */
let aheadMs = 0

/**
 * Milliseconds since the epoch: every instant in the store comes from here. On PostgreSQL, all nodes follow the clock
 * of the database.
 */
export const clock = { now: (): number => Date.now() - aheadMs }

/** Follows another clock, and returns by how many milliseconds this machine is ahead of it. */
export async function followClock(readOther: () => Promise<number>): Promise<number> {
  const before = Date.now()
  const start = performance.now()
  const other = await readOther()
  const took = performance.now() - start
  // An answer that took long cannot tell.
  if (took > maxDifferenceMs) return aheadMs
  const difference = Math.round(before + took / 2 - other)
  aheadMs = Math.abs(difference) > maxDifferenceMs ? difference : 0
  return aheadMs
}

/** Returns to the clock of this machine. */
export function followOwnClock(): void {
  aheadMs = 0
}

export const dayMs = 86_400_000

export function toIso(instant: number): string {
  return new Date(instant).toISOString()
}
