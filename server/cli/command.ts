import { type Command, CommanderError } from 'commander'
import { type App, openApp } from '../app.ts'
import { type Config, readConfig } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { keepFilesPrivate } from '../lib/private-files.ts'
import type { StoreAccess } from '../store/index.ts'
import { refuseForeignStore } from './owner.ts'

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
  command: Command,
  action: Action<Arguments, Options>,
  access: Access = 'existing',
): Command {
  return command.option('--json', 'print one JSON object').action(async (...values: unknown[]) => {
    // SAFETY: the shape commander documents for the values of an action.
    const given = values.slice(0, -2) as Arguments
    const options = values.at(-2) as Options
    const app = await openCommandStore(command, access)
    try {
      print(await action(app, options, ...given), options)
    } finally {
      await app.close()
    }
  })
}

/** Opens the store for a command, as its options and the settings say. */
export function openCommandStore(command: Command, access: Access): Promise<App> {
  const { create } = command.optsWithGlobals<{ create?: boolean }>()
  return openStore(readConfig(), create === true ? 'create' : access)
}

/** What every command opens the store by. */
export function openStore(config: Config, access: Access): Promise<App> {
  refuseForeignStore(config)
  keepFilesPrivate(config.dataFolder)
  const onWait = (reason: string) => void process.stderr.write(`quire: ${reason}\n`)
  return openApp(config, { access, onWait })
}

export function print({ text, json, isBad = false }: Report, options: CommandOptions): void {
  const output = options.json === true ? JSON.stringify(json) : text
  if (output !== '') process.stdout.write(`${output}\n`)
  if (isBad) process.exitCode = 1
}

/** Runs the program: 0 when done, 1 when refused or failed, 2 when called wrongly. */
export async function execute(program: Command, argv: readonly string[]): Promise<number> {
  try {
    await program.parseAsync(argv)
    return process.exitCode === 1 ? 1 : 0
  } catch (error) {
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : 2
    const wantsJson = argv.includes('--json')
    process.stderr.write(
      `${wantsJson ? JSON.stringify(toJson(error)) : `quire: ${messageOf(error)}`}\n`,
    )
    return 1
  }
}

function messageOf(error: unknown): string {
  if (error instanceof AppError) {
    const violations = error.violations ?? []
    if (violations.length === 0) return error.message
    return violations.map(({ path, message }) => `${optionOf(path)} ${message}`).join('; ')
  }
  return error instanceof Error ? error.message : String(error)
}

/** `/firstName` as the option a person typed. */
function optionOf(path: string): string {
  return path.replace('/', '--').replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
}

function toJson(error: unknown): object {
  const code = error instanceof AppError ? error.code : 'INTERNAL'
  return { code, message: messageOf(error) }
}
