import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

export type UserRow = {
  id: string
  email: string
  firstName: string
  lastName: string
  /** Whether the person has confirmed the address. */
  emailVerified: 0 | 1
  createdAt: number
  /** A BCP 47 code; null if the person chose none. */
  language: string | null
}

const columns = `id, email, first_name as "firstName", last_name as "lastName",
  case when verified_email = email then 1 else 0 end as "emailVerified", created_at as "createdAt", language`

const byEmailStatement = statement<UserRow, { email: string }>(
  'users.byEmail',
  `select ${columns} from users where email = $email and removed_at is null`,
)
const byIdStatement = statement<UserRow, { id: string }>(
  'users.byId',
  `select ${columns} from users where id = $id and removed_at is null`,
)
const passwordStatement = statement<{ passwordHash: string | null }, { id: string }>(
  'users.password',
  'select password_hash as "passwordHash" from users where id = $id and removed_at is null',
)
const anyoneStatement = statement<{ id: string }>(
  'users.anyone',
  'select id from users where removed_at is null limit 1',
)
const listStatement = statement<UserRow>(
  'users.list',
  `select ${columns} from users where removed_at is null order by created_at, id`,
)
const insertStatement = statement<
  never,
  Omit<UserRow, 'emailVerified'> & { passwordHash: string | null; verifiedEmail: string | null }
>(
  'users.insert',
  `insert into users (id, email, first_name, last_name, password_hash, created_at, verified_email,
     language)
   values ($id, $email, $firstName, $lastName, $passwordHash, $createdAt, $verifiedEmail, $language)`,
)
const updateStatement = statement<
  never,
  { id: string; email: string; firstName: string; lastName: string }
>(
  'users.update',
  'update users set email = $email, first_name = $firstName, last_name = $lastName where id = $id',
)
const verifyStatement = statement<never, { id: string; email: string }>(
  'users.verify',
  'update users set verified_email = email where id = $id and email = $email and removed_at is null',
)
const setPasswordStatement = statement<never, { id: string; hash: string | null }>(
  'users.setPassword',
  'update users set password_hash = $hash where id = $id',
)
const setLanguageStatement = statement<never, { id: string; language: string | null }>(
  'users.setLanguage',
  'update users set language = $language where id = $id',
)
const removeStatement = statement<never, { id: string; now: number }>(
  'users.remove',
  'update users set removed_at = $now where id = $id',
)

export function byEmail(reader: Reader, email: string): Promise<UserRow | undefined> {
  return reader.get(byEmailStatement, { email })
}

export function byId(reader: Reader, id: string): Promise<UserRow | undefined> {
  return reader.get(byIdStatement, { id })
}

/** Null for a person without a password, or a removed person. */
export async function passwordHash(reader: Reader, id: string): Promise<string | null> {
  return (await reader.get(passwordStatement, { id }))?.passwordHash ?? null
}

export async function isAnyoneHere(reader: Reader): Promise<boolean> {
  return (await reader.get(anyoneStatement)) !== undefined
}

export function list(reader: Reader): Promise<UserRow[]> {
  return reader.all(listStatement)
}

export async function insert(
  transaction: Transaction,
  user: UserRow,
  passwordHash: string | null,
): Promise<void> {
  const verifiedEmail = user.emailVerified === 1 ? user.email : null
  await transaction.run(insertStatement, { ...user, passwordHash, verifiedEmail })
}

export async function update(
  transaction: Transaction,
  { id, email, firstName, lastName }: Omit<UserRow, 'createdAt' | 'emailVerified' | 'language'>,
): Promise<void> {
  await transaction.run(updateStatement, { id, email, firstName, lastName })
}

/** Marks the address as confirmed; false when it is no longer the address of the person. */
export async function verify(
  transaction: Transaction,
  { id, email }: Pick<UserRow, 'id' | 'email'>,
): Promise<boolean> {
  return (await transaction.run(verifyStatement, { id, email })) > 0
}

/** Null removes it. */
export async function setPassword(
  transaction: Transaction,
  id: string,
  hash: string | null,
): Promise<void> {
  await transaction.run(setPasswordStatement, { id, hash })
}

/** Null follows the browser. */
export async function setLanguage(
  transaction: Transaction,
  { id, language }: Pick<UserRow, 'id' | 'language'>,
): Promise<void> {
  await transaction.run(setLanguageStatement, { id, language })
}

export async function remove(transaction: Transaction, id: string, now: number): Promise<void> {
  await transaction.run(removeStatement, { id, now })
}
