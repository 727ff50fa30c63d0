import { join } from 'node:path'
import { CommandError } from './exit-codes.ts'

/**
 * Joins names of folders and files, the only way in which the command line puts a path together of what a server or a
 * file of the state says. Throws NAME_UNSAFE for anything that is not one plain name.
 */
export function joinNames(folder: string, ...names: readonly string[]): string {
  for (const name of names) requirePlain(name, process.platform === 'win32')
  return join(folder, ...names)
}

/** Joins a path with `/`; the empty one is the folder itself. Throws NAME_UNSAFE. */
export function joinPath(folder: string, path: string): string {
  return path === '' ? folder : joinNames(folder, ...path.split('/'))
}

export function requirePlain(name: string, isWindows: boolean): void {
  const isPlain =
    name !== '' &&
    name !== '.' &&
    name !== '..' &&
    !/[/\0]/.test(name) &&
    !(isWindows && /[\\:]/.test(name))
  if (isPlain) return
  throw new CommandError(
    `The name ${JSON.stringify(name)} cannot be used: it leads to another folder.`,
    'NAME_UNSAFE',
  )
}
