import { AppError } from '../lib/errors.ts'

/**
 * `create` makes the store when there is none. `existing` refuses then. `read` does too, and opens a store that
 * cannot be written only to read it.
 */
export type StoreAccess = 'create' | 'existing' | 'read'

/** `place` is a folder or a database, as a person knows it. */
export function noStore(place: string): AppError {
  return new AppError(
    'STORE_NOT_FOUND',
    `There is no Quire store in ${place}. Set QUIRE_DATA to the data folder of your server, or DATABASE_URL to its database. To make a new store, run \`quire init\`.`,
  )
}
