import { parseArgs } from 'node:util'
import { QuireError } from '../errors.ts'
import { commands, globalOptions, localCommands } from './command-table.ts'
import type { Command, Given, Report, Terminal } from './command.ts'
import { CommandError, exitCodeOf, exitCodes, misuse } from './exit-codes.ts'
import { openSession } from './session.ts'
import { printable } from './text.ts'

/** What messages of the server call `quire …`. */
const operatorCommands: ReadonlySet<string> = new Set(
  `admin audit backup check embeddings export import init key mcp member migrate-store restore serve user workspace`.split(
    ' ',
  ),
)

/** Runs a command line and returns the exit code. */
export async function run(words: readonly string[], terminal: Terminal): Promise<number> {
  const isJson = words.includes('--json')
  try {
    return await runCommand(words, terminal)
  } catch (error) {
    if (terminal.signal.aborted) return exitCodes.stopped
    terminal.warn(isJson ? `${JSON.stringify(errorJson(error))}\n` : `quire: ${errorText(error)}\n`)
    return exitCodeOf(error)
  }
}

async function runCommand(words: readonly string[], terminal: Terminal): Promise<number> {
  const [first = '--help'] = words
  if (first === '--version') {
    const { readVersion } = await import('./version.ts')
    terminal.write(`${await readVersion()}\n`)
    return exitCodes.done
  }
  const command = findCommand(words)
  if (command === undefined || words.includes('--help')) {
    const { helpOf } = await import('./help.ts')
    const isAsked = words.includes('--help') || first === 'help' || words.length === 0
    if (!isAsked) throw unknownCommand(words)
    terminal.write(helpOf(command, words))
    return words.length === 0 ? exitCodes.misused : exitCodes.done
  }
  const given = parseWords(command, words.slice(command.name.split(' ').length))
  const perform = await command.load()
  const isLocal = localCommands.has(command.name)
  const { writesFiles = false } = command
  const opened = { command: command.name, given, isLocal, writesFiles }
  const session = openSession(terminal, opened)
  return print(await perform(session, given), { terminal, isJson: session.isJson })
}

function print(
  { text, json, exitCode = exitCodes.done }: Report,
  { terminal, isJson }: { terminal: Terminal; isJson: boolean },
): number {
  const output = isJson ? (JSON.stringify(json) ?? '') : text
  if (output !== '') terminal.write(output.endsWith('\n') ? output : `${output}\n`)
  return exitCode
}

function findCommand(words: readonly string[]): Command | undefined {
  const [noun = '', verb = ''] = words
  return commands.find(({ name }) => name === noun || name === `${noun} ${verb}`)
}

function unknownCommand(words: readonly string[]): CommandError {
  if (words[0]?.startsWith('-') === true)
    return misuse('Options come after the command. Run quire --help for the list.')
  const [noun = ''] = words
  if (operatorCommands.has(noun))
    return misuse(
      `quire ${noun} is a command of the operator. On the machine of the server, run quire-server ${noun}.`,
    )
  const name = words
    .filter((word) => !word.startsWith('-'))
    .slice(0, 2)
    .join(' ')
  return misuse(`There is no command ${JSON.stringify(name)}. Run quire --help for the list.`)
}

/** Throws MISUSED. */
export function parseWords(command: Command, words: readonly string[]): Given {
  const all = [...command.options, ...globalOptions]
  const help = `Run quire ${command.name} --help.`
  const { values, positionals } = parse(all, words, help)
  const minCount = command.arguments.filter(({ isOptional }) => isOptional !== true).length
  const maxCount = command.arguments.some(({ isRest }) => isRest === true)
    ? Infinity
    : command.arguments.length
  if (positionals.length < minCount) {
    throw misuse(`Missing argument: ${command.arguments[positionals.length]?.name ?? ''}. ${help}`)
  }
  if (positionals.length > maxCount)
    throw misuse(`Too many arguments: ${positionals.slice(maxCount).join(' ')}. ${help}`)
  for (const { name, choices } of all) {
    const value = values[name]
    if (choices !== undefined && typeof value === 'string' && !choices.includes(value))
      throw misuse(`--${name} must be one of ${choices.join(', ')}.`)
  }
  const texts = (name: string) =>
    [values[name] ?? []].flat().filter((value) => typeof value === 'string')
  return {
    words: positionals,
    texts,
    text: (name) => texts(name).at(-1),
    has: (name) => values[name] === true,
  }
}

function parse(options: Command['options'], words: readonly string[], help: string) {
  const config = Object.fromEntries(
    options.map(({ name, value, isRepeatable = false }) => [
      name,
      {
        type: value === undefined ? ('boolean' as const) : ('string' as const),
        multiple: isRepeatable,
      },
    ]),
  )
  try {
    return parseArgs({ args: joinValues(options, words), options: config, allowPositionals: true })
  } catch (error) {
    const [reason = ''] = (error instanceof Error ? error.message : '').split('. ')
    throw misuse(`${reason.replace(/\.$/, '')}. ${help}`)
  }
}

/** A value may begin with a dash, as an item of a list does: only the name of an option is no value. */
function joinValues(options: Command['options'], words: readonly string[]): string[] {
  const names = new Set(options.map(({ name }) => `--${name}`))
  const withValue = new Set(
    options.flatMap(({ name, value }) => (value === undefined ? [] : [`--${name}`])),
  )
  const joined: string[] = []
  for (let index = 0; index < words.length; index += 1) {
    const [word = '', next] = words.slice(index)
    if (word === '--') return [...joined, ...words.slice(index)]
    const isJoined = withValue.has(word) && next !== undefined && !names.has(next)
    joined.push(isJoined ? `${word}=${next}` : word)
    if (isJoined) index += 1
  }
  return joined
}

function errorText(error: unknown): string {
  if (error instanceof QuireError && error.errors.length > 0) {
    return printable(
      error.errors.map(({ path, message }) => `${path} ${message}`.trim()).join('; '),
    )
  }
  return printable(error instanceof Error ? error.message : String(error))
}

function errorJson(error: unknown): object {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof CommandError) return { code: error.code, message }
  if (!(error instanceof QuireError)) return { code: 'FAILED', message }
  const { code, status, errors, requestId } = error
  return {
    code,
    message,
    status,
    ...(errors.length > 0 && { errors }),
    ...(requestId !== undefined && { requestId }),
  }
}
