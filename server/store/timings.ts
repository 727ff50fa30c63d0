import type { StatementTiming } from './connection.ts'

/** The number of runs of each statement, and their total time. */
export class Timings {
  readonly #byName = new Map<string, StatementTiming>()

  record(name: string, milliseconds: number): void {
    const timing = this.#byName.get(name)
    if (timing === undefined) {
      this.#byName.set(name, { name, count: 1, seconds: milliseconds / 1000 })
      return
    }
    timing.count += 1
    timing.seconds += milliseconds / 1000
  }

  list(): StatementTiming[] {
    return [...this.#byName.values()]
  }
}
