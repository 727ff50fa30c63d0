import { invalidInput } from '../../../lib/errors.ts'
import { isId } from '../../../lib/ids.ts'
import type { WorkspaceContext } from '../../context.ts'
import { membersFor } from '../../people/members.ts'

const maxCandidates = 8

/** The ID of a member by ID, email, name, or `me`. Throws VALIDATION_FAILED. */
export async function findPerson(context: WorkspaceContext, by: string): Promise<string> {
  const wanted = by.trim().toLowerCase()
  if (wanted === 'me') return context.caller.userId
  if (isId(wanted)) return wanted
  const members = await membersFor(context.store, context.viewer)
  const named = members.map(({ id, firstName, lastName, email }) => ({
    id,
    name: `${firstName} ${lastName}`.trim(),
    keys: [email, firstName, lastName, `${firstName} ${lastName}`.trim()],
  }))
  const found = named.filter(({ keys }) => keys.some((key) => key.toLowerCase() === wanted))
  const [first, ...others] = found
  if (first !== undefined && others.length === 0) return first.id
  const candidates = (found.length > 0 ? found : named)
    .slice(0, maxCandidates)
    .map(({ id, name }) => `${name} (${id})`)
  const message =
    found.length > 0
      ? `matches several people: ${candidates.join(', ')}`
      : `is no member of the workspace. Members: ${candidates.join(', ')}`
  throw invalidInput([{ path: '/by', rule: 'enum', message }])
}
