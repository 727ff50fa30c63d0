import { AppError } from '../lib/errors.ts'

/**
 * `create` makes the store when there is none, but not next to what is left of another one; `replace` does. `existing`
 * refuses then. `read` does too, and opens a store that cannot be written, or that lacks its last commits, to read
 * it. `accept-loss` opens one that lacks them, and takes it for complete from then on.
 */
export type StoreAccess = 'create' | 'replace' | 'existing' | 'read' | 'accept-loss'

/** Whether the store is made when there is none. */
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
