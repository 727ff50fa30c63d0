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

/** Runs the server: its settings, not what is in workspaces, which takes a membership like anyone's. */
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

/** Who is to read why an address was refused. */
export async function audienceOf({
  store,
  caller,
}: Pick<Context, 'store' | 'caller'>): Promise<Audience> {
  return (await isAdministrator(store, caller.userId)) ? 'administrators' : 'everyone'
}

/** In the transaction that makes the first person. */
export function nameFirstAdministrator(transaction: Transaction, userId: string): Promise<void> {
  return administrators.put(transaction, userId, clock.now())
}

/** A server that holds people never loses its last administrator. */
export async function requireOtherAdministrator(reader: Reader, userId: string): Promise<void> {
  const all = await administrators.list(reader)
  if (!all.some(({ id }) => id === userId) || all.length > 1) return
  throw new AppError(
    'LAST_ADMINISTRATOR',
    'This person is the only administrator of the server. Add another with `quire admin add` first.',
  )
}
