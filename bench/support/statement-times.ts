/** What the server's own metrics say of each statement so far. */
export type StatementTimes = Map<string, { count: number; seconds: number }>

const sample = /^quire_store_statement(s|_seconds)_total\{statement="([^"]+)"\} (\S+)$/gm

export async function readStatementTimes(port: number): Promise<StatementTimes> {
  const answer = await fetch(`http://127.0.0.1:${port}/metrics`)
  const times: StatementTimes = new Map()
  for (const [, kind, name = '', value] of (await answer.text()).matchAll(sample)) {
    const known = times.get(name) ?? { count: 0, seconds: 0 }
    if (kind === 's') known.count = Number(value)
    else known.seconds = Number(value)
    times.set(name, known)
  }
  return times
}

export type StatementShare = { name: string; perRequest: number; microseconds: number }

/** How often each statement ran for a request, and its time for one request; the dearest first. */
export function compareTimes(
  before: StatementTimes,
  after: StatementTimes,
  requests: number,
): StatementShare[] {
  return [...after]
    .map(([name, { count, seconds }]) => {
      const start = before.get(name) ?? { count: 0, seconds: 0 }
      return {
        name,
        perRequest: (count - start.count) / requests,
        microseconds: ((seconds - start.seconds) / requests) * 1e6,
      }
    })
    .filter(({ perRequest }) => perRequest > 0.001)
    .toSorted((a, b) => b.microseconds - a.microseconds)
}
