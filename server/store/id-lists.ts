import { AppError } from '../lib/errors.ts'

/**
 * Statements with a list of ids come in a few lengths: one statement per length would fill the statement cache of
 * each connection.
 */
export const listSizes = [1, 16, 128] as const

/** The longest list of a statement. */
export const maxListed = 128

/** The shortest statement that fits the ids, and the list padded to its length with repeated ids. */
export function forList<Statement>(
  statements: readonly { size: number; statement: Statement }[],
  ids: readonly string[],
): { statement: Statement; list: string[] } {
  const found = statements.find(({ size }) => size >= ids.length)
  const [first] = ids
  if (found === undefined || first === undefined) {
    throw new AppError(
      'INTERNAL',
      `A list of 1 to ${maxListed} ids is needed, not of ${ids.length}.`,
    )
  }
  const { size, statement } = found
  return { statement, list: ids.concat(Array<string>(size - ids.length).fill(first)) }
}
