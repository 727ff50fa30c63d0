import { Command } from 'commander'
import { type App, openApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { keepFilesPrivate } from '../lib/private-files.ts'
import type { StoreAccess } from '../store/index.ts'
import { refuseForeignStore } from './owner.ts'
import type { Session } from './terminal.ts'

/** What a command has to say: to a person, and as one JSON object to a program. */
export type Report = {
  text: string
  json: object
  /** It is the news the command was asked for, and bad: the exit code is 1. */
  isBad?: boolean
}

export type CommandOptions = { json?: boolean }

/** Whether a command may make a store, needs one, or is content with one that can only be read. */
export type Access = StoreAccess

/** A command that knows the run it belongs to, as do the commands below it. */
export class OperatorCommand extends Command {
  readonly session: Session

  constructor(session: Session, name?: string) {
    super(name)
    this.session = session
  }

  override createCommand(name?: string): OperatorCommand {
    return new OperatorCommand(this.session, name)
  }
}

type Action<Arguments extends unknown[], Options> = (
  app: App,
  options: Options,
  ...values: Arguments
) => Promise<Report>

/**
 * Gives a command its `--json` and its work: opens the store, prints the report, closes the store.
 * Commander calls an action with the arguments first, then the options, then the command.
 */
export function runs<Arguments extends string[], Options extends CommandOptions>(
  command: OperatorCommand,
  action: Action<Arguments, Options>,
  access: Access = 'existing',
): OperatorCommand {
  return command.option('--json', 'print one JSON object').action(async (...values: unknown[]) => {
    // SAFETY: the shape commander documents for the values of an action.
    const given = values.slice(0, -2) as Arguments
    const options = values.at(-2) as Options
    const app = await openCommandStore(command, access)
    command.session.onOpen?.()
    try {
      print(await action(app, options, ...given), options, command.session)
    } finally {
      await app.close()
    }
  })
}

/** Opens the store for a command, as its options and the settings say. */
export function openCommandStore(command: OperatorCommand, access: Access): Promise<App> {
  const { create } = command.optsWithGlobals<{ create?: boolean }>()
  const { session } = command
  return openStore(readConfig(session.environment), create === true ? 'create' : access, session)
}

/** What every command opens the store by. */
export function openStore(config: Config, access: Access, session: Session): Promise<App> {
  refuseForeignStore(config, session)
  keepFilesPrivate(config.dataFolder)
  const onWait = (reason: string) => session.warn(`quire: ${reason}\n`)
  return openApp(config, { access, onWait })
}

export function print(
  { text, json, isBad = false }: Report,
  options: CommandOptions,
  session: Session,
): void {
  const output = options.json === true ? JSON.stringify(json) : text
  if (output !== '') session.write(`${output}\n`)
  if (isBad) session.exitCode = 1
}
