import { type Level, levelNumbers, type sections } from '../../store/index.ts'
import { highest, levelOfRole } from './effective-access.ts'
import type { ReviewRule } from './reviewers.ts'

/** The level for everyone in the workspace: `role` is the one of their role, null is none. */
export type EveryoneLevel = 'role' | Level | null

export type AccessChange = {
  /** Whether the permissions of the page above apply too. */
  inherits?: boolean | undefined
  everyone?: EveryoneLevel | undefined
  /** Null ends the access of a principal. */
  grants?: readonly { principalId: string; level: Level | null }[] | undefined
  /** Null: the rule of the page above, or none. */
  review?: ReviewRule | null | undefined
}

/** The permissions of a section; `own` has the workspace with level 0 where everyone has the level of their role. */
export type SectionState = { inherits: boolean; own: sections.GrantRow[] }

type Requested = { principalId: string; level: number | undefined }

function requestedOf({ everyone, grants = [] }: AccessChange, workspaceId: string): Requested[] {
  const requested = grants.map(({ principalId, level }) => ({
    principalId,
    level: level === null ? undefined : levelNumbers[level],
  }))
  if (everyone === undefined) return requested
  const level =
    everyone === null ? undefined : everyone === 'role' ? levelOfRole : levelNumbers[everyone]
  return [...requested, { principalId: workspaceId, level }]
}

/** The requested levels that the inherited permissions exceed. */
export function narrowed(
  change: AccessChange,
  workspaceId: string,
  inherited: readonly sections.GrantRow[],
): string[] {
  return requestedOf(change, workspaceId)
    .filter(({ principalId, level }) =>
      inherited.some(
        (row) => row.principalId === principalId && row.level !== level && !isAbove(level, row),
      ),
    )
    .map(({ principalId }) => principalId)
}

/** A level of the role is neither above nor below another one. */
function isAbove(level: number | undefined, { level: other }: sections.GrantRow): boolean {
  return level !== undefined && level > other && other !== levelOfRole && level !== levelOfRole
}

/**
 * Applies a change. A section that stops inheriting because the change narrows inherited permissions keeps the others
 * as its own. One that the change tells to stop inheriting keeps only its own.
 */
export function applyChange(
  { inherits, own }: SectionState,
  change: AccessChange,
  { workspaceId, inherited }: { workspaceId: string; inherited: readonly sections.GrantRow[] },
): SectionState {
  const isNarrowed = inherits && narrowed(change, workspaceId, inherited).length > 0
  const inheritsNow = change.inherits ?? (inherits && !isNarrowed)
  let grants =
    isNarrowed && change.inherits === undefined ? highest([...inherited, ...own]) : [...own]
  for (const { principalId, level } of requestedOf(change, workspaceId)) {
    grants = grants.filter((grant) => grant.principalId !== principalId)
    if (level !== undefined) grants.push({ principalId, level })
  }
  return { inherits: inheritsNow, own: grants }
}
