import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type AdministratorRow = {
  id: string
  email: string
  firstName: string
  lastName: string
  /** Null for the first person on the server, if no administrator was ever appointed. */
  since: number | null
}

const listStatement = statement<AdministratorRow>(
  'administrators.list',
  `select u.id, u.email, u.first_name as "firstName", u.last_name as "lastName",
     a.created_at as "since"
   from server_administrators a join users u on u.id = a.user_id
   where u.removed_at is null and u.disabled_at is null order by a.created_at, u.id`,
)
const firstStatement = statement<AdministratorRow>(
  'administrators.first',
  `select id, email, first_name as "firstName", last_name as "lastName", null as "since"
   from users where removed_at is null and disabled_at is null order by created_at, id limit 1`,
)
const putStatement = statement<never, { userId: string; now: number }>(
  'administrators.put',
  `insert into server_administrators (user_id, created_at) values ($userId, $now)
   on conflict (user_id) do nothing`,
)
const removeStatement = statement<never, { userId: string }>(
  'administrators.remove',
  'delete from server_administrators where user_id = $userId',
)

/** The administrators with an enabled account; if none was ever appointed, the first person on the server. */
export async function list(reader: Reader): Promise<AdministratorRow[]> {
  const named = await reader.all(listStatement)
  return named.length > 0 ? named : reader.all(firstStatement)
}

export async function put(transaction: Transaction, userId: string, now: number): Promise<void> {
  await transaction.run(putStatement, { userId, now })
}

export async function remove(transaction: Transaction, userId: string): Promise<void> {
  await transaction.run(removeStatement, { userId })
}
