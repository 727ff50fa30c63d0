import { type Level, noLevel, pages, principals, sections } from '../../store/index.ts'
import { levelIn, levelNumbers, systemViewer } from '../../store/index.ts'
import type { Reader, Viewer } from '../../store/index.ts'
import type { WorkspaceContext } from '../context.ts'
import { accessIn, levelOfRole } from './effective-access.ts'
import type { EveryoneLevel } from './grant-changes.ts'
import { levelName } from './levels.ts'
import { pageNotFound } from './page-not-found.ts'
import { type ReviewCount, ruleIn } from './reviewers.ts'
import { canManage } from './sections.ts'

export type Principal = {
  type: principals.PrincipalType | 'everyone'
  id: string
  name: string
  email?: string
}
export type Grant = { principal: Principal; level: Level; inherited: boolean }

export type PageAccess = {
  pageId: string
  /** Null after a change with which the caller gave up the own access. */
  level: Level | null
  canManage: boolean
  isSection: boolean
  inherits: boolean
  everyone: EveryoneLevel
  section: { pageId: string; title: string } | null
  grants: Grant[]
  /** Who reviews proposals; null if everyone who can write does. */
  review: PageReview | null
  /** Pages in the section that are not deleted. */
  pages: number
}

export type PageReview = {
  required: ReviewCount
  reviewers: Principal[]
  /** Whether the rule is that of a page above. */
  inherited: boolean
}

/** Who can access a page that the caller can read. Throws PAGE_NOT_FOUND. */
export async function accessOf(
  { store, viewer }: WorkspaceContext,
  pageId: string,
): Promise<PageAccess> {
  const page = await pages.get(store, viewer, pageId)
  if (page === undefined) {
    throw pageNotFound(pageId)
  }
  return describe(store, viewer, page)
}

/** The same right after a change, which may have ended the access of the caller. */
export async function changedAccessOf(
  { store, viewer }: WorkspaceContext,
  pageId: string,
): Promise<PageAccess> {
  const page = await pages.get(store, systemViewer(viewer.workspaceId), pageId)
  if (page === undefined) {
    throw pageNotFound(pageId)
  }
  // The workspace may have no section until now.
  const later = { ...viewer, seesEverything: false }
  const level = await levelIn(store, later, page.sectionId)
  return describe(store, later, { ...page, level })
}

async function describe(
  reader: Reader,
  viewer: Viewer,
  page: pages.ReadablePage,
): Promise<PageAccess> {
  const { workspaceId } = viewer
  const { id, sectionId, level } = page
  const address = sectionId === null ? undefined : { workspaceId, sectionId }
  const isSection = sectionId === id
  const row = address === undefined ? undefined : await sections.get(reader, address)
  const effective = await accessIn(reader, workspaceId, sectionId)
  return {
    pageId: id,
    level: level === noLevel ? null : levelName(level),
    canManage: canManage(viewer, page),
    isSection,
    inherits: isSection ? row?.inherits === 1 : true,
    everyone: everyoneIn(workspaceId, effective),
    section: await sectionOf(reader, viewer, sectionId),
    grants: await grantsOf(reader, viewer, page, effective),
    review: await reviewOf(reader, viewer, page),
    pages:
      address === undefined || level === noLevel ? 0 : await sections.countLive(reader, address),
  }
}

function everyoneIn(workspaceId: string, effective: readonly sections.GrantRow[]): EveryoneLevel {
  const levels = effective
    .filter(({ principalId }) => principalId === workspaceId)
    .map(({ level }) => level)
  const highest = Math.max(noLevel, ...levels)
  // Beside the level of the role, only one that gives members more counts.
  if (levels.includes(levelOfRole) && highest < levelNumbers.manage) return 'role'
  return highest === noLevel ? null : levelName(highest)
}

async function sectionOf(
  reader: Reader,
  viewer: Viewer,
  sectionId: string | null,
): Promise<PageAccess['section']> {
  const page = sectionId === null ? undefined : await pages.get(reader, viewer, sectionId)
  return page === undefined ? null : { pageId: page.id, title: page.title }
}

/** With the names for those who can write; others see themselves. */
async function reviewOf(
  reader: Reader,
  { workspaceId, viewerId }: Viewer,
  { id, sectionId, level }: pages.ReadablePage,
): Promise<PageReview | null> {
  const rule = await ruleIn(reader, workspaceId, sectionId)
  if (rule === undefined) return null
  const seesAll = level >= levelNumbers.write
  const shown = rule.reviewerIds.filter((reviewerId) => seesAll || reviewerId === viewerId)
  return {
    required: rule.required,
    reviewers: await principalsOf(reader, workspaceId, shown),
    inherited: rule.sectionId !== id,
  }
}

/** Every grant for those who can write; others see their own. */
async function grantsOf(
  reader: Reader,
  { workspaceId, viewerId }: Viewer,
  { id, sectionId, level }: pages.ReadablePage,
  effective: readonly sections.GrantRow[],
): Promise<Grant[]> {
  const seesAll = level >= levelNumbers.write
  const shown = effective.filter(
    ({ principalId }) => principalId !== workspaceId && (seesAll || principalId === viewerId),
  )
  if (shown.length === 0) return []
  const own = sectionId === id ? await sections.grants(reader, { workspaceId, sectionId: id }) : []
  const ids = shown.map(({ principalId }) => principalId)
  const known = new Map(
    (await principals.listed(reader, workspaceId, ids)).map((row) => [row.id, row]),
  )
  return shown.flatMap(({ principalId, level: granted }) => {
    const row = known.get(principalId)
    if (row === undefined) return []
    const inherited = !own.some(
      (grant) => grant.principalId === principalId && grant.level === granted,
    )
    return [{ principal: toPrincipal(row), level: levelName(granted), inherited }]
  })
}

/** Principals by ID; unknown ones are left out. */
export async function principalsOf(
  reader: Reader,
  workspaceId: string,
  ids: readonly string[],
): Promise<Principal[]> {
  const everyone = ids.includes(workspaceId)
    ? [{ type: 'everyone' as const, id: workspaceId, name: '' }]
    : []
  return [...everyone, ...(await principals.listed(reader, workspaceId, ids)).map(toPrincipal)]
}

function toPrincipal({ email, ...row }: principals.PrincipalRow): Principal {
  return email === null ? row : { ...row, email }
}
