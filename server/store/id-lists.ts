import { AppError } from '../lib/errors.ts'

/**
 * Statements about some ids have a text for a few lengths of the list: one for each length would fill the
 * memory of every connection with statements.
 */
export const listSizes = [1, 16, 128] as const

/** The longest list that a statement takes. */
export const maxListed = 128

/** The shortest of the statements that takes the ids, and the list that fills it: an id may stand twice. */
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
