/** A line of a text that is compared with another. */
export type DiffLine = { kind: 'same' | 'added' | 'removed'; text: string }

export type Fold =
  | { kind: 'lines'; id: string; lines: DiffLine[] }
  | { kind: 'hidden'; id: string; lines: DiffLine[] }

/** Unchanged lines that are shown around a change. */
const contextLines = 3

/** Leaves of long stretches without a change only what stands next to one. */
export function foldLines(lines: readonly DiffLine[]): Fold[] {
  const near = lines.map((_line, index) =>
    lines
      .slice(Math.max(0, index - contextLines), index + contextLines + 1)
      .some(({ kind }) => kind !== 'same'),
  )
  const folds: Fold[] = []
  for (const [index, line] of lines.entries()) {
    const kind = near[index] === true ? 'lines' : 'hidden'
    const last = folds.at(-1)
    if (last?.kind === kind) last.lines.push(line)
    else folds.push({ kind, id: `from ${index}`, lines: [line] })
  }
  // One line hidden would take as much room as the line itself.
  return folds.map((fold) => (fold.lines.length < 2 ? { ...fold, kind: 'lines' } : fold))
}
