import type { Command, Option, Run } from './command.ts'
import { misuse } from './exit-codes.ts'

export type Table = { commands: readonly Command[]; globalOptions: readonly Option[] }

const shells: Readonly<Record<string, (table: Table) => string>> = { bash, zsh, fish }

/** The command that prints a script. Throws MISUSED. */
export function completionOf(table: Table): Run {
  return async (_session, { words: [shell = ''] }) => {
    const write = shells[shell]
    if (write === undefined)
      throw misuse(`There is no completion for ${JSON.stringify(shell)}. Name bash, zsh or fish.`)
    const script = write(table)
    return { text: script, json: { shell, script } }
  }
}

function nounsOf({ commands }: Table): string[] {
  return [...new Set(commands.map(({ name }) => name.split(' ')[0] ?? ''))]
}

function verbsOf({ commands }: Table, noun: string): readonly Command[] {
  return commands.filter(({ name }) => name.startsWith(`${noun} `))
}

/** `isExact`: nothing else precedes the words. `isVerb`: nothing but these words can follow. */
type Case = { before: string; isExact: boolean; isVerb: boolean; words: readonly string[] }

/** The words that can follow, by the words before them. */
function casesOf(table: Table): Case[] {
  const verbs = nounsOf(table)
    .map(
      (noun) => [noun, verbsOf(table, noun).map(({ name }) => name.split(' ')[1] ?? '')] as const,
    )
    .filter(([, names]) => names.length > 0)
    .map(([before, words]) => ({ before, isExact: true, isVerb: true, words }))
  const options = table.commands.map(({ name, options: own }) => {
    const names = [...own, ...table.globalOptions].map((option) => `--${option.name}`)
    const words = name === 'completion' ? Object.keys(shells) : []
    const isExact = name.includes(' ')
    return { before: name, isExact, isVerb: false, words: [...words, ...names] }
  })
  return [...verbs, ...options]
}

/** The values that an option takes. */
function choicesOf({ commands }: Table): { option: string; choices: readonly string[] }[] {
  return commands.flatMap(({ options }) =>
    options.flatMap(({ name, choices }) =>
      choices === undefined ? [] : [{ option: `--${name}`, choices }],
    ),
  )
}

function patternOf({ before, isExact }: Case): string {
  return `"${before}"${isExact ? '' : '*'}`
}

function bash(table: Table): string {
  return [
    '_quire() {',
    '  local current="${COMP_WORDS[COMP_CWORD]}" words="" before="${COMP_WORDS[1]}"',
    '  [ "$COMP_CWORD" -gt 2 ] && before="${COMP_WORDS[1]} ${COMP_WORDS[2]}"',
    `  if [ "$COMP_CWORD" -eq 1 ]; then words="${nounsOf(table).join(' ')} --help --version"`,
    '  else case "$before" in',
    ...casesOf(table).map((one) => `    ${patternOf(one)}) words="${one.words.join(' ')}" ;;`),
    '  esac; fi',
    '  case "${COMP_WORDS[COMP_CWORD-1]}" in',
    ...choicesOf(table).map(
      ({ option, choices }) => `    ${option}) words="${choices.join(' ')}" ;;`,
    ),
    '  esac',
    '  COMPREPLY=($(compgen -W "$words" -- "$current"))',
    '}',
    // Paths complete where no word does.
    'complete -o default -F _quire quire',
    '',
  ].join('\n')
}

function zsh(table: Table): string {
  const described = nounsOf(table).map(
    (noun) => `'${noun}:${quoted(summaryOf(table, noun)).replaceAll(':', String.raw`\:`)}'`,
  )
  return [
    '#compdef quire',
    '_quire() {',
    '  local before="${words[2]}"',
    '  local -a nouns',
    `  nouns=(${described.join(' ')})`,
    '  if (( CURRENT == 2 )); then _describe command nouns; return; fi',
    '  (( CURRENT > 3 )) && before="${words[2]} ${words[3]}"',
    '  case "${words[CURRENT-1]}" in',
    ...choicesOf(table).map(
      ({ option, choices }) => `    ${option}) compadd -- ${choices.join(' ')}; return ;;`,
    ),
    '  esac',
    '  case "$before" in',
    ...casesOf(table).map((one) => {
      const end = one.isVerb ? 'return' : '_files'
      return `    ${patternOf(one)}) compadd -- ${one.words.join(' ')}; ${end} ;;`
    }),
    '  esac',
    '}',
    'compdef _quire quire',
    '',
  ].join('\n')
}

function summaryOf(table: Table, noun: string): string {
  const command = table.commands.find(({ name }) => name === noun)
  const verbs = verbsOf(table, noun).map(({ name }) => name.split(' ')[1])
  return command?.summary ?? verbs.join(', ')
}

function fish(table: Table): string {
  const nouns = nounsOf(table).map((noun) =>
    fishLine(['__fish_use_subcommand'], `-f -a ${noun} -d '${quoted(summaryOf(table, noun))}'`),
  )
  const verbs = table.commands.flatMap(({ name, summary }) => {
    const [noun = '', verb] = name.split(' ')
    if (verb === undefined) return []
    const others = verbsOf(table, noun).map((other) => other.name.split(' ')[1])
    const conditions = [seen(noun), `not ${seen(others.join(' '))}`]
    return [fishLine(conditions, `-f -a ${verb} -d '${quoted(summary)}'`)]
  })
  const options = table.commands.flatMap((command) =>
    command.options.map((option) =>
      fishLine(conditionsOf(table, command.name), fishOption(option)),
    ),
  )
  const everywhere = table.globalOptions.map((option) => `complete -c quire ${fishOption(option)}`)
  const scripts = fishLine([seen('completion')], `-f -a '${Object.keys(shells).join(' ')}'`)
  return [...nouns, ...verbs, ...options, ...everywhere, scripts, ''].join('\n')
}

/** A command of one word can have the name of a verb, such as `sync` and `skills sync`. */
function conditionsOf(table: Table, name: string): string[] {
  const nouns = table.commands.flatMap((other) =>
    other.name.endsWith(` ${name}`) ? [other.name.split(' ')[0] ?? ''] : [],
  )
  return [...name.split(' ').map(seen), ...nouns.map((noun) => `not ${seen(noun)}`)]
}

function seen(words: string): string {
  return `__fish_seen_subcommand_from ${words}`
}

function fishLine(conditions: readonly string[], rest: string): string {
  return `complete -c quire -n '${conditions.join('; and ')}' ${rest}`
}

function fishOption({ name, value, description, choices }: Option): string {
  const argument = value === undefined ? '' : ' -r'
  const values = choices === undefined ? '' : ` -f -a '${choices.join(' ')}'`
  return `-l ${name}${argument}${values} -d '${quoted(description)}'`
}

/** For a text between single quotes. */
function quoted(text: string): string {
  return text.replaceAll(/['\\]/g, ' ')
}
