import { invalidInput } from '../../lib/errors.ts'
import { members, principals, type Reader, type sections } from '../../store/index.ts'
import { type AccessChange, narrowed } from './grant-changes.ts'

/** Grants name members, groups, webhooks and chats of the workspace, or everyone in it. Throws VALIDATION_FAILED. */
export async function requireGrantable(
  reader: Reader,
  workspaceId: string,
  { grants = [] }: AccessChange,
): Promise<void> {
  const added = grants.filter(({ level }) => level !== null).map(({ principalId }) => principalId)
  if (added.length === 0) return
  const known = await principals.listed(reader, workspaceId, added)
  const ids = new Set([workspaceId, ...known.map(({ id }) => id)])
  const violations = grants.flatMap(({ principalId, level }, index) =>
    level === null || ids.has(principalId)
      ? []
      : [
          {
            path: `/grants/${index}/principalId`,
            rule: 'principal',
            message: 'must be a member, group, webhook or chat of this workspace',
          },
        ],
  )
  if (violations.length > 0) throw invalidInput(violations)
  await refuseManagingAgents(reader, workspaceId, grants)
}

/** Only people manage pages. */
async function refuseManagingAgents(
  reader: Reader,
  workspaceId: string,
  grants: NonNullable<AccessChange['grants']>,
): Promise<void> {
  for (const [index, { principalId, level }] of grants.entries()) {
    if (level !== 'manage') continue
    const membership = await members.membership(reader, workspaceId, principalId)
    if (membership === undefined || membership.maxLevel === null) continue
    const message = 'must be at most write for an agent'
    throw invalidInput([{ path: `/grants/${index}/level`, rule: 'agent', message }])
  }
}

/** A section that inherits cannot narrow what it inherits. Throws VALIDATION_FAILED. */
export function requireInheritable(
  change: AccessChange,
  workspaceId: string,
  inherited: readonly sections.GrantRow[],
): void {
  if (change.inherits !== true || narrowed(change, workspaceId, inherited).length === 0) return
  const message =
    'must be false, because the page above gives more than the requested level; leave it out to keep the other permissions'
  throw invalidInput([{ path: '/inherits', rule: 'inherited', message }])
}
