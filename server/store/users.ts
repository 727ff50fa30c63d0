import type { Reader, Transaction } from './connection.ts'
import { statement } from './statement.ts'

export type UserRow = {
  id: string
  email: string
  firstName: string
  lastName: string
  createdAt: number
}

const columns =
  'id, email, first_name as "firstName", last_name as "lastName", created_at as "createdAt"'

const byEmailStatement = statement<UserRow>(
  'users.byEmail',
  `select ${columns} from users where email = $1 and removed_at is null`,
)
const listStatement = statement<UserRow>(
  'users.list',
  `select ${columns} from users where removed_at is null order by created_at, id`,
)
const insertStatement = statement(
  'users.insert',
  `insert into users (id, email, first_name, last_name, password_hash, created_at)
   values ($1, $2, $3, $4, $5, $6)`,
)
const removeStatement = statement('users.remove', 'update users set removed_at = $2 where id = $1')

export function byEmail(reader: Reader, email: string): Promise<UserRow | undefined> {
  return reader.get(byEmailStatement, email)
}

export function list(reader: Reader): Promise<UserRow[]> {
  return reader.all(listStatement)
}

export async function insert(
  transaction: Transaction,
  user: UserRow,
  passwordHash: string | null,
): Promise<void> {
  const { id, email, firstName, lastName, createdAt } = user
  await transaction.run(insertStatement, id, email, firstName, lastName, passwordHash, createdAt)
}

export async function remove(transaction: Transaction, id: string, now: number): Promise<void> {
  await transaction.run(removeStatement, id, now)
}
