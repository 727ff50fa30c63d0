/** Milliseconds since the epoch: every instant in the store comes from here. */
export const clock = { now: (): number => Date.now() }

export const dayMs = 86_400_000

export function toIso(instant: number): string {
  return new Date(instant).toISOString()
}
