import { writeSync } from 'node:fs'

/** A line that a process of tests writes for the runner, as JSON. */
export type Message =
  | { kind: 'start'; file: string }
  /** Processor time since its start. */
  | { kind: 'end'; file: string; seconds: number; hasLeftovers: boolean }
  | { kind: 'passed' }
  | { kind: 'skipped'; name: string }
  | { kind: 'failed'; file: string; name: string; location: string; error: string }

/** The pipe to the runner. */
const descriptor = 3

/** Writes at once: nothing is lost when the process is ended. */
export function send(message: Message): void {
  writeSync(descriptor, `${JSON.stringify(message)}\n`)
}
