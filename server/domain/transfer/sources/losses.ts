import type { Loss } from './source-files.ts'

/** Counts what Quire has no exact form for. */
export type Losses = {
  changed: (kind: string, count?: number) => void
  lost: (kind: string, count?: number) => void
  /** For what a page has in many locations and a reader misses once. */
  lostOnce: (kind: string) => void
  counts: () => Omit<Loss, 'path'>[]
}

export function countLosses(): Losses {
  const found = new Map<string, Omit<Loss, 'path'>>()
  const add = (kind: string, outcome: Loss['outcome'], count: number): void => {
    const key = `${outcome} ${kind}`
    const before = found.get(key)?.count ?? 0
    if (count > 0) found.set(key, { kind, outcome, count: before + count })
  }
  return {
    changed: (kind, count = 1) => add(kind, 'changed', count),
    lost: (kind, count = 1) => add(kind, 'lost', count),
    lostOnce: (kind) => {
      if (!found.has(`lost ${kind}`)) add(kind, 'lost', 1)
    },
    counts: () => [...found.values()],
  }
}
