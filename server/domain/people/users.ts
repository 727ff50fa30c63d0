import type { LanguageTag } from '../../../messages/languages.ts'
import { clock } from '../../lib/clock.ts'
import { AppError, invalidInput, type Violation } from '../../lib/errors.ts'
import { newId } from '../../lib/ids.ts'
import { isOwnDomain } from '../../lib/own-domains.ts'
import { plainName } from '../../lib/plain-names.ts'
import { hashPassword } from '../../lib/secrets/passwords.ts'
import { storable } from '../../lib/text.ts'
import {
  identities,
  keys,
  members,
  sessions,
  type Reader,
  type Store,
  type Transaction,
  users,
} from '../../store/index.ts'
import { requireOtherAdministrator } from '../administration/administrators.ts'
import { type AuditActor, operatorActor, recordAudit } from '../administration/audit.ts'
import { readServerSettings } from '../administration/server-settings.ts'
import { removeMember } from './members.ts'
import { checkPassword, ownWords, type PasswordRules } from './sign-in/password-rules.ts'

/** Whether somebody has proved that the address is the person's; who makes the account says so. */
export type Proof = { address: 'proved' | 'claimed' }

export type NewUser = {
  email: string
  firstName: string
  lastName: string
  password?: string | undefined
  /** Null or left out when the person chose none. */
  language?: LanguageTag | null | undefined
  /** Names of their workspaces, which are no good passwords. */
  words?: readonly string[]
  /** What is set for the server; the defaults when left out. */
  rules?: PasswordRules
}

/** For the operator, who vouches for the address. Throws VALIDATION_FAILED, ALREADY_EXISTS. */
export async function createUser(store: Store, input: NewUser): Promise<users.UserRow> {
  const prepared = await prepareUser({
    ...input,
    address: 'proved',
    rules: await readServerSettings(store),
  })
  return store.transact((transaction) => addUser(transaction, prepared, operatorActor))
}

export type PreparedUser = { row: users.UserRow; passwordHash: string | null }

/** Checks a new person and hashes the password, which takes too long for a transaction. */
export async function prepareUser(input: NewUser & Proof): Promise<PreparedUser> {
  const { password, address, language = null } = input
  const names = checkPerson(input, await passwordViolations(input))
  const emailVerified = address === 'proved' ? (1 as const) : (0 as const)
  const account = { language, kind: 'person', disabledAt: null } as const
  return {
    row: { id: newId(), ...names, emailVerified, createdAt: clock.now(), ...account },
    passwordHash: password === undefined ? null : await hashPassword(password),
  }
}

export async function addUser(
  transaction: Transaction,
  { row, passwordHash }: PreparedUser,
  actor: AuditActor,
): Promise<users.UserRow> {
  if ((await users.byEmail(transaction, row.email)) !== undefined) {
    throw addressTaken(row.email)
  }
  await users.insert(transaction, row, passwordHash)
  const details = { email: row.email }
  await recordAudit(transaction, actor, { action: 'user.create', subject: row.id, details })
  return row
}

/** Removes a person's memberships and keys; their content keeps their name. Throws USER_NOT_FOUND, LAST_OWNER, LAST_ADMINISTRATOR. */
export async function removeUser(store: Store, email: string): Promise<users.UserRow> {
  return store.transact(async (transaction) => {
    const user = await requireUser(transaction, email)
    for (const { id } of await members.ofUser(transaction, user.id)) {
      await removeMember(transaction, id, user.id, operatorActor)
    }
    await requireOtherAdministrator(transaction, user.id)
    const now = clock.now()
    await keys.revokeOfUser(transaction, user.id, now)
    await identities.removeOfUser(transaction, user.id)
    await sessions.removeOfUser(transaction, user.id)
    await users.remove(transaction, user.id, now)
    const details = { email: user.email }
    await recordAudit(transaction, operatorActor, {
      action: 'user.remove',
      subject: user.id,
      details,
    })
    return user
  })
}

/** Marks an address as verified, on the word of the operator. Throws USER_NOT_FOUND. */
export async function verifyUser(store: Store, email: string): Promise<users.UserRow> {
  return store.transact(async (transaction) => {
    const user = await requireUser(transaction, email)
    await users.verify(transaction, user)
    await recordAudit(transaction, operatorActor, { action: 'user.verify', subject: user.id })
    return user
  })
}

export function listUsers(reader: Reader): Promise<users.UserRow[]> {
  return users.list(reader)
}

export async function requireUser(reader: Reader, email: string): Promise<users.UserRow> {
  const user = await users.byEmail(reader, normalizeEmail(email))
  if (user !== undefined) return user
  throw new AppError(
    'USER_NOT_FOUND',
    `No person has the email address ${email}. Run \`quire user list\` to list people.`,
  )
}

export function normalizeEmail(email: string): string {
  return storable(email.trim()).toLowerCase()
}

/**
 * An address alone: nothing that a mail server would read as a name, a list or a comment, and no letter that
 * turns into another one when it is written small or typed on another keyboard. The domains of agents and visitors
 * are refused.
 */
export function isEmail(text: string): boolean {
  const address = text.trim()
  const isPlain = /^[^\s@<>()[\]\\,;:"\p{C}]+@[^\s@<>()[\]\\,;:"\p{C}]+$/u.test(address)
  return (
    isPlain &&
    !isOwnDomain(address) &&
    address.length <= 254 &&
    address === address.normalize('NFKC')
  )
}

export function addressTaken(email: string): AppError {
  return new AppError('ALREADY_EXISTS', `A person with the email address ${email} already exists.`)
}

type Names = Pick<NewUser, 'email' | 'firstName' | 'lastName'>

/** Returns names and address as they are stored. Throws VALIDATION_FAILED with all violations, `more` included. */
export function checkPerson({ email, firstName, lastName }: Names, more: Violation[] = []): Names {
  const violations: Violation[] = []
  if (!isEmail(email)) {
    violations.push({ path: '/email', rule: 'format', message: 'must be an email address' })
  }
  for (const [path, name] of [
    ['/firstName', firstName],
    ['/lastName', lastName],
  ] as const) {
    if (plainName(name) !== '' && name.length <= 100) continue
    violations.push({ path, rule: 'length', message: 'must be 1 to 100 characters' })
  }
  if (violations.length + more.length > 0) throw invalidInput([...violations, ...more])
  return {
    email: normalizeEmail(email),
    firstName: plainName(firstName),
    lastName: plainName(lastName),
  }
}

function passwordViolations(input: NewUser): Violation[] | Promise<Violation[]> {
  const { password, words = [], rules } = input
  if (password === undefined) return []
  return checkPassword(password, '/password', [...ownWords(input), ...words], rules)
}
