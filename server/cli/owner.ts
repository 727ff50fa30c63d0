import { readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { Config } from '../config.ts'
import { AppError } from '../lib/errors.ts'
import { commandFile, quoted } from '../lib/shell.ts'

export type Who = { uid?: number; words: readonly string[] }

/**
 * Root can write into anybody's folder, and leaves files there that the server of another user cannot replace.
 * Such a command is refused with the one to run instead.
 */
export function refuseForeignStore(
  { dataFolder, databaseUrl, s3 }: Pick<Config, 'dataFolder' | 'databaseUrl' | 's3'>,
  { uid = process.getuid?.(), words }: Who,
): void {
  if (uid !== 0 || (databaseUrl !== undefined && s3 !== undefined)) return
  const owner = ownerOf(join(dataFolder, 'quire.db')) ?? ownerOf(dataFolder)
  if (owner === undefined || owner.uid === 0) return
  const name = nameOf(owner.uid)
  const command = [
    ...(name === undefined
      ? ['setpriv', `--reuid=${owner.uid}`, `--regid=${owner.gid}`, '--clear-groups']
      : ['sudo', '-u', name]),
    'env',
    `QUIRE_DATA=${dataFolder}`,
    commandFile,
    ...words,
  ]
  throw new AppError(
    'STORE_UNUSABLE',
    `The store in ${dataFolder} belongs to ${name ?? `user ${owner.uid}`}. The server could not modify files created by root. Run the command as the owner:\n  ${command.map(quoted).join(' ')}`,
  )
}

function ownerOf(path: string): { uid: number; gid: number } | undefined {
  return statSync(path, { throwIfNoEntry: false })
}

/** Undefined where the system knows the user from elsewhere than its own list. */
function nameOf(uid: number): string | undefined {
  try {
    const users = readFileSync('/etc/passwd', 'utf8').split('\n')
    return users.map((line) => line.split(':')).find(([, , id]) => id === String(uid))?.[0]
  } catch {
    return undefined
  }
}
