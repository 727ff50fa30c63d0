import { clock } from '../../lib/clock.ts'
import { AppError } from '../../lib/errors.ts'
import type { Audience } from '../../lib/network/address-guard.ts'
import { administrators, type Reader, type Transaction } from '../../store/index.ts'
import type { Context } from '../context.ts'

export type Administrator = administrators.AdministratorRow

export function listAdministrators(reader: Reader): Promise<Administrator[]> {
  return administrators.list(reader)
}

export async function isAdministrator(reader: Reader, userId: string): Promise<boolean> {
  return (await administrators.list(reader)).some(({ id }) => id === userId)
}

/** Administrators manage the server; access to a workspace still requires a membership. Throws FORBIDDEN. */
export async function requireAdministrator({
  store,
  caller,
}: Pick<Context, 'store' | 'caller'>): Promise<void> {
  if (await isAdministrator(store, caller.userId)) return
  throw new AppError(
    'FORBIDDEN',
    'Only administrators of this server can do this. Ask one of them.',
  )
}

/** Who reads why an address was rejected. */
export async function audienceOf({
  store,
  caller,
}: Pick<Context, 'store' | 'caller'>): Promise<Audience> {
  return (await isAdministrator(store, caller.userId)) ? 'administrators' : 'everyone'
}

/** Runs in the transaction that creates the first account. */
export function nameFirstAdministrator(transaction: Transaction, userId: string): Promise<void> {
  return administrators.put(transaction, userId, clock.now())
}

/** Throws LAST_ADMINISTRATOR if this person is the only administrator. */
export async function requireOtherAdministrator(reader: Reader, userId: string): Promise<void> {
  const all = await administrators.list(reader)
  if (!all.some(({ id }) => id === userId) || all.length > 1) return
  throw new AppError(
    'LAST_ADMINISTRATOR',
    'This person is the only administrator of the server. Add another with `quire admin add` first.',
  )
}
