import { resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { commandName } from './version.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** How the operator's command is called from a folder: `npx quire` finds it only in the checkout. */
export function commandFrom(folder: string): string {
  const isCheckout = commandName === 'quire' && resolve(folder) === resolve(root)
  return isCheckout ? 'npx quire' : quoted(`${root}bin/quire.js`)
}

/** A word as a POSIX shell takes it. */
export function quoted(word: string): string {
  return /^[\w@%+=:,./-]+$/.test(word) ? word : `'${word.replaceAll("'", String.raw`'\''`)}'`
}
