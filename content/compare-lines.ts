import { diffArrays } from 'diff'

export type ComparedLine = { kind: 'same' | 'added' | 'removed'; text: string }

/** With more changed lines, all lines count as replaced: such a comparison is unreadable and slow. */
const maxEdits = 2000

/** The lines of two texts in reading order: removed lines before the lines that replace them. */
export function compareLines(before: string, after: string): ComparedLine[] {
  const [old, now] = [linesOf(before), linesOf(after)]
  const changes = diffArrays(old, now, { maxEditLength: maxEdits })
  if (changes === undefined) return [...marked('removed', old), ...marked('added', now)]
  return changes.flatMap(({ added, removed, value }) => {
    if (removed) return marked('removed', value)
    return marked(added ? 'added' : 'same', value)
  })
}

function linesOf(text: string): string[] {
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}

function marked(kind: ComparedLine['kind'], lines: readonly string[]): ComparedLine[] {
  return lines.map((text) => ({ kind, text }))
}
