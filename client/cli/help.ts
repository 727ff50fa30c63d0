import { commands, globalOptions } from './command-table.ts'
import type { Argument, Command, Option } from './command.ts'
import { exitCodes } from './exit-codes.ts'

const meanings: Record<keyof typeof exitCodes, string> = {
  done: 'done',
  failed: 'failed, or rejected by the server',
  misused: 'wrong command, argument or setting, such as a file that cannot be read',
  denied: 'the key is wrong or has no permission',
  missing: 'the page, file, proposal or workspace does not exist',
  conflict: 'conflict with the current state, such as a changed page',
  unavailable: 'no answer, or the server is busy: try again later',
  different:
    'skills check, skills sync --check, instructions --check: what is in the folder is not up to date',
  stopped: 'stopped by Ctrl-C or a signal',
}

export const exitCodeTable: readonly (readonly [number, string])[] = Object.entries(exitCodes).map(
  // SAFETY: the keys of the table are those of its meanings, which the compiler checks.
  ([name, code]) => [code, meanings[name as keyof typeof exitCodes]],
)

/** Of a command, of a noun, or of the program. */
export function helpOf(command: Command | undefined, words: readonly string[]): string {
  if (command !== undefined) return commandHelp(command)
  const listed = commands.filter(({ name }) => name.startsWith(`${words[0] ?? ''} `))
  return listed.length > 0 ? list(listed) : programHelp()
}

function programHelp(): string {
  return [
    'Usage: quire <command> [options]',
    '',
    'Reads and writes pages on a Quire server. QUIRE_URL is its address, QUIRE_KEY an API key.',
    '',
    list(commands),
    'Options of all commands:',
    ...lines(globalOptions.map(optionLine)),
    '',
    'A page is named by its ID, its address or its exact title.',
    '',
    'Exit codes:',
    ...lines(exitCodeTable.map(([code, meaning]) => [String(code), meaning] as const)),
    '',
  ].join('\n')
}

function list(some: readonly Command[]): string {
  return ['Commands:', ...lines(some.map((one) => [usage(one), one.summary] as const)), ''].join(
    '\n',
  )
}

function commandHelp({ summary, details, options, ...command }: Command): string {
  const settings = [...options, ...globalOptions]
  return [
    `Usage: quire ${usage(command)} [options]`,
    '',
    `${summary.charAt(0).toUpperCase()}${summary.slice(1)}.`,
    '',
    'Options:',
    ...lines(settings.map(optionLine)),
    ...(details === undefined ? [] : ['', details]),
    '',
  ].join('\n')
}

export function usage({ name, arguments: all }: Pick<Command, 'name' | 'arguments'>): string {
  return [name, ...all.map(argumentText)].join(' ')
}

function argumentText({ name, isOptional = false, isRest = false }: Argument): string {
  const text = `${name}${isRest ? '…' : ''}`
  return isOptional ? `[${text}]` : `<${text}>`
}

function optionLine({ name, value, description }: Option): readonly [string, string] {
  return [`--${name}${value === undefined ? '' : ` <${value}>`}`, description]
}

function lines(pairs: readonly (readonly [string, string])[]): string[] {
  const width = Math.max(...pairs.map(([name]) => name.length))
  return pairs.map(([name, meaning]) => `  ${name.padEnd(width)}  ${meaning}`)
}
