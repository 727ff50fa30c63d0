import type { Environment } from '../config.ts'

/** The surroundings of a command, so that nothing else in this folder reads the process. */
export type Terminal = {
  /** `--settings` adds the settings of its file. */
  environment: Environment
  write: (text: string) => void
  /** Writes to standard error. */
  warn: (text: string) => void
  readInput: () => Promise<string>
  /** Whether a person reads standard error. */
  isScreen: boolean
  /** Called once a command has opened the store. */
  onOpen?: () => void
}

/** One run of the program. */
export type Session = Terminal & {
  readonly words: readonly string[]
  /** Not 0 when the answer is bad news, such as faults in the store. */
  exitCode: number
}
