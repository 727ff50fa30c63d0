export type Outcome = '+' | '-' | '0' | '!' | '.'
export type Cell = { object: string; caller: string; outcome: Outcome }

const outcomes: ReadonlySet<string> = new Set(['+', '-', '0', '!', '.'])

/** The cells of a table as people read it: the callers in the first line, then a line for each object. */
export function cellsOf(table: string): Cell[] {
  const [head = '', ...lines] = table.split('\n').filter((line) => line.trim() !== '')
  const callers = wordsOf(head)
  return lines.flatMap((line) => {
    const [object = '', ...cells] = wordsOf(line)
    if (cells.length !== callers.length) throw new Error(`${object} lacks a cell: ${line}`)
    return cells.map((outcome, index) => ({
      object,
      caller: callers[index] ?? '',
      outcome: checked(outcome),
    }))
  })
}

function wordsOf(line: string): string[] {
  return line.trim().split(/\s+/)
}

function checked(outcome: string): Outcome {
  if (!isOutcome(outcome)) throw new Error(`${outcome} is no outcome.`)
  return outcome
}

function isOutcome(text: string): text is Outcome {
  return outcomes.has(text)
}

/** What an answer says about permissions. Any other one comes from what the caller was allowed to do. */
export function outcomeOf(status: number, answer: string): Outcome {
  if (status === 401) return '!'
  // The address of a share link has no other operations.
  if (answer.includes('FORBIDDEN') || answer.includes('this address')) return '-'
  return /(?:PAGE|FILE|COMMENT|PROPOSAL)_NOT_FOUND/.test(answer) ? '0' : '+'
}

/** The table again, with other outcomes. */
export function formatTable(cells: readonly Cell[]): string {
  const callers = [...new Set(cells.map(({ caller }) => caller))]
  const objects = [...new Set(cells.map(({ object }) => object))]
  const lines = objects.map((object) =>
    [
      object.padEnd(10),
      ...callers.map((name) => {
        const found = cells.find((cell) => cell.object === object && cell.caller === name)
        return (found?.outcome ?? '').padEnd(name.length)
      }),
    ].join(' '),
  )
  return [[' '.repeat(10), ...callers].join(' '), ...lines].join('\n')
}
