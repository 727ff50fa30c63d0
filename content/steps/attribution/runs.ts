/** This many positions of a document, and the index of who wrote them; -1 if nobody knows. */
export type Run = readonly [length: number, writer: number]

export function lengthOf(runs: readonly Run[]): number {
  return runs.reduce((sum, [length]) => sum + length, 0)
}

export function sliceRuns(runs: readonly Run[], from: number, to: number): Run[] {
  const slice: Run[] = []
  let start = 0
  for (const [length, writer] of runs) {
    if (start >= to) break
    const end = start + length
    if (end > from) append(slice, Math.min(end, to) - Math.max(start, from), writer)
    start = end
  }
  return slice
}

/** Replaces a range of positions in place, in time that grows with the number of runs only. */
export function replaceRuns(runs: Run[], from: number, to: number, inserted: readonly Run[]): void {
  let [first, start] = [0, 0]
  // The run that ends at `from` is included, because it may continue in what is inserted.
  while (first < runs.length && start + lengthAt(runs, first) < from) {
    start += lengthAt(runs, first)
    first += 1
  }
  let [end, last] = [start, first]
  while (last < runs.length && end <= to) {
    end += lengthAt(runs, last)
    last += 1
  }
  const touched = runs.slice(first, last)
  const replacement = sliceRuns(touched, 0, from - start)
  for (const [length, writer] of inserted) append(replacement, length, writer)
  for (const [length, writer] of sliceRuns(touched, to - start, end - start)) {
    append(replacement, length, writer)
  }
  runs.splice(first, last - first, ...replacement)
}

/** Adds to the last run if it has the same writer. */
export function append(runs: Run[], length: number, writer: number): void {
  if (length <= 0) return
  const last = runs.at(-1)
  if (last?.[1] === writer) runs[runs.length - 1] = [last[0] + length, writer]
  else runs.push([length, writer])
}

function lengthAt(runs: readonly Run[], index: number): number {
  return runs[index]?.[0] ?? 0
}
