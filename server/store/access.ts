import { AppError } from '../lib/errors.ts'

/**
 * `create` creates a missing store, but not next to the remains of another one; `replace` does that, too. `existing`
 * rejects a missing store. `read` does too, and also opens a store that is read-only or lacks its last commits.
 * `accept-loss` opens a store that lacks its last commits and makes that state its current one.
 */
export type StoreAccess = 'create' | 'replace' | 'existing' | 'read' | 'accept-loss'

/** Whether a missing store is created. */
export function mayCreate(access: StoreAccess): boolean {
  return access === 'create' || access === 'replace'
}

/** `location`: a folder or a database, without its password. */
export function noStore(location: string): AppError {
  return new AppError(
    'STORE_NOT_FOUND',
    `There is no Quire store in ${location}. Set QUIRE_DATA to the data folder of your server, or DATABASE_URL to its database. To make a new store, run \`quire init\`.`,
  )
}
