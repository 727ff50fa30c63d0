import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** How the operator's command is called from a folder: `npx quire` finds it only where Quire is installed. */
export function commandFrom(folder: string): string {
  return resolve(folder) === resolve(root) ? 'npx quire' : quoted(`${root}bin/quire.js`)
}

/** A word as a POSIX shell takes it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
