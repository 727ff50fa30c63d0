import type { Reader, Transaction } from '../connection.ts'
import { statement } from '../statement.ts'

/** An agent or visitor has no email address of its own. */
export type UserKind = 'person' | 'agent' | 'guest' | 'visitor'

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
  kind: UserKind
  /** Set while the account is disabled. */
  disabledAt: number | null
}

const columns = `id, email, first_name as "firstName", last_name as "lastName",
  case when verified_email = email then 1 else 0 end as "emailVerified", created_at as "createdAt", language,
  kind, disabled_at as "disabledAt"`

const byEmailStatement = statement<UserRow, { email: string }>(
  'users.byEmail',
  `select ${columns} from users where email = $email and removed_at is null and kind <> 'visitor'`,
)
const byIdStatement = statement<UserRow, { id: string }>(
  'users.byId',
  `select ${columns} from users where id = $id and removed_at is null`,
)
export type PersonName = Pick<UserRow, 'id' | 'firstName' | 'lastName'>

const namesOf = (size: number) => ({
  size,
  statement: statement<PersonName, { ids: readonly string[] }>(
    'users.names',
    `select id, first_name as "firstName", last_name as "lastName" from users where id in ($ids[${size}])`,
  ),
})
const largestNames = namesOf(64)
const namesStatements = [namesOf(1), namesOf(8), largestNames]

const passwordStatement = statement<{ passwordHash: string | null }, { id: string }>(
  'users.password',
  'select password_hash as "passwordHash" from users where id = $id and removed_at is null',
)
const anyoneStatement = statement<{ id: string }>(
  'users.anyone',
  "select id from users where removed_at is null and kind <> 'visitor' limit 1",
)
const listStatement = statement<UserRow>(
  'users.list',
  `select ${columns} from users where removed_at is null and kind <> 'visitor' order by created_at, id`,
)
const accountsStatement = statement<
  UserRow & { isAdministrator: 0 | 1 },
  { pattern: string; limit: number; offset: number }
>(
  'users.accounts',
  `select ${columns}, case when exists (select 1 from server_administrators a where a.user_id = users.id)
     then 1 else 0 end as "isAdministrator"
   from users where removed_at is null and kind in ('person', 'guest')
     and (email like $pattern escape '!' or lower(first_name || ' ' || last_name) like $pattern escape '!')
   order by first_name, last_name, id limit $limit offset $offset`,
)
const insertStatement = statement<
  never,
  Omit<UserRow, 'emailVerified' | 'disabledAt'> & {
    passwordHash: string | null
    verifiedEmail: string | null
  }
>(
  'users.insert',
  `insert into users (id, email, first_name, last_name, password_hash, created_at, verified_email,
     language, kind)
   values ($id, $email, $firstName, $lastName, $passwordHash, $createdAt, $verifiedEmail, $language, $kind)`,
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
const setDisabledStatement = statement<never, { id: string; at: number | null }>(
  'users.setDisabled',
  'update users set disabled_at = $at where id = $id',
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

/** The names of people, also removed ones, in no particular order. */
export async function names(reader: Reader, ids: readonly string[]): Promise<PersonName[]> {
  if (ids.length === 0) return []
  const { size, statement } = namesStatements.find(({ size }) => size >= ids.length) ?? largestNames
  const asked = ids.slice(0, size)
  // Duplicate ids are returned once.
  const list = asked.concat(Array<string>(size - asked.length).fill(asked[0] ?? ''))
  const rows = await reader.all(statement, { ids: list })
  return [...rows, ...(await names(reader, ids.slice(size)))]
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

/** People whose name or address contains the text, by name. */
export function accounts(
  reader: Reader,
  { text, limit, offset }: { text: string; limit: number; offset: number },
): Promise<(UserRow & { isAdministrator: 0 | 1 })[]> {
  const pattern = `%${text.toLowerCase().replaceAll(/[%_!]/g, '!$&')}%`
  return reader.all(accountsStatement, { pattern, limit, offset })
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
  { id, email, firstName, lastName }: Pick<UserRow, 'id' | 'email' | 'firstName' | 'lastName'>,
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

/** Null enables the account. */
export async function setDisabled(
  transaction: Transaction,
  id: string,
  at: number | null,
): Promise<void> {
  await transaction.run(setDisabledStatement, { id, at })
}

export async function remove(transaction: Transaction, id: string, now: number): Promise<void> {
  await transaction.run(removeStatement, { id, now })
}
