import type { Client, ClientOptions } from '../index.ts'

/** What a command says: to a person, and to a program with `--json`. */
export type Report = {
  text: string
  /** Nothing is printed where both are empty or undefined. */
  json: unknown
  /** Not 0 when the answer is bad news, such as outdated files. */
  exitCode?: number
}

/** The surroundings of the program, so that nothing else reads the process. */
export type Terminal = {
  environment: Readonly<Record<string, string | undefined>>
  write: (text: string) => void
  writeBytes: (bytes: AsyncIterable<Uint8Array>) => Promise<void>
  warn: (text: string) => void
  readInput: () => Promise<string>
  /** Asks a person. Undefined where none is there. */
  confirm: ((question: string) => Promise<boolean>) | undefined
  /** Whether a person reads the output. */
  isScreen: boolean
  signal: AbortSignal
}

/** A connection of a command to the server. */
export type Session = {
  client: Client
  options: ClientOptions
  terminal: Terminal
  isJson: boolean
  /** ID of the workspace that the options, the environment or the key name. */
  workspaceId: () => Promise<string>
}

export type Option = {
  name: string
  /** What stands for the value in the help. Without it, the option is a switch. */
  value?: string
  description: string
  choices?: readonly string[]
  isRepeatable?: true
}

export type Argument = { name: string; isOptional?: boolean; isRest?: boolean }

/** The words after the name of a command. */
export type Given = {
  words: readonly string[]
  text: (option: string) => string | undefined
  texts: (option: string) => readonly string[]
  has: (option: string) => boolean
}

export type Run = (session: Session, given: Given) => Promise<Report>

export type Command = {
  /** `page get` */
  name: string
  summary: string
  arguments: readonly Argument[]
  options: readonly Option[]
  /** Shown below the options. */
  details?: string
  /** Whether it writes files, of what the server says: each answer is then checked against its schema. */
  writesFiles?: true
  load: () => Promise<Run>
}
