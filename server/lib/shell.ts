import { fileURLToPath } from 'node:url'

/** The operator's command, with its folder: only the checkout finds it by its name. */
export const commandFile = fileURLToPath(new URL('../../bin/quire.js', import.meta.url))

/** A word as a POSIX shell takes it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
