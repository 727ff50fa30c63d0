import type { Session } from '../command.ts'
import { CommandError } from '../exit-codes.ts'
import { printable } from '../text.ts'

/** Lists new programs, and asks a person. Throws PROGRAMS_REFUSED. */
export async function confirmPrograms(
  { terminal }: Session,
  programs: readonly string[],
  { question, isConfirmed }: { question: string; isConfirmed: boolean },
): Promise<void> {
  if (programs.length === 0 || isConfirmed) return
  const lines = programs.map((path) => `  ${printable(path)}\n`).join('')
  terminal.warn(`These files are new programs, which agents may run:\n${lines}`)
  if ((await terminal.confirm?.(question)) === true) return
  throw new CommandError(
    'Nothing was written. Read the programs, then repeat the command with --yes.',
    'PROGRAMS_REFUSED',
  )
}
