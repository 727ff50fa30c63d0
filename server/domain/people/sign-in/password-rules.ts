import type { Violation } from '../../../lib/errors.ts'
import { scorePassword } from '../../../lib/secrets/password-strength.ts'
import { members, type Reader, type users } from '../../../store/index.ts'
import { defaultSettings, type ServerSettings } from '../../administration/server-settings.ts'

export type PasswordRules = Pick<ServerSettings, 'passwordLength' | 'passwordScore'>

type Named = Pick<users.UserRow, 'email' | 'firstName' | 'lastName'>

/** What whoever guesses the password of a person tries first: their names, address and workspaces. */
export async function wordsOf(
  reader: Reader,
  user: Named & Pick<users.UserRow, 'id'>,
): Promise<string[]> {
  const workspaces = await members.ofUser(reader, user.id)
  return [...ownWords(user), ...workspaces.map(({ name }) => name)]
}

export function ownWords({ email, firstName, lastName }: Named): string[] {
  return ['quire', email, ...email.split(/[@.+_-]/), firstName, lastName]
}

/** What is wrong with a new password. */
export async function checkPassword(
  password: string,
  path: string,
  words: readonly string[],
  { passwordLength, passwordScore }: PasswordRules = defaultSettings,
): Promise<Violation[]> {
  if (password.length < passwordLength) {
    return [{ path, rule: 'minLength', message: `must be at least ${passwordLength} characters` }]
  }
  if ((await scorePassword(password, words)) >= passwordScore) return []
  const message =
    'is too easy to guess. Use three or more words that have nothing to do with each other'
  return [{ path, rule: 'strength', message }]
}
