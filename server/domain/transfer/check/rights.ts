import { startTimeSlice, type TimeSlice } from '../../../lib/time-slices.ts'
import { type checks, rightsChecks, type sections, type Snapshot } from '../../../store/index.ts'
import { highest, levelOfRole } from '../../rights/effective-access.ts'

type Section = rightsChecks.CheckedSection & {
  own: sections.GrantRow[]
  stored: sections.GrantRow[]
}

type Sections = ReadonlyMap<string, Section>

/** A workspace by the IDs of its pages, which are unique in the store. */
type Tree = {
  pages: ReadonlyMap<string, checks.TreeRow>
  sections: Sections
  /** The nearest section at or above a page that was looked up before. */
  nearest: Map<string, string | null>
  timeSlice: TimeSlice
}

/**
 * Finds pages in the wrong section, access that differs from the grants, and grants to unknown principals. `rows` are
 * all pages, or undefined if each page is known to be in the right section.
 */
export async function checkRights(
  snapshot: Snapshot,
  rows: readonly checks.TreeRow[] | undefined,
): Promise<string[]> {
  const sections = await readSections(snapshot)
  const tree = rows && {
    pages: new Map(rows.map((row) => [row.id, row])),
    sections,
    nearest: new Map<string, string | null>(),
    timeSlice: startTimeSlice(),
  }
  const unknown = await rightsChecks.unknownPrincipals(snapshot)
  return [
    ...(tree === undefined ? [] : await checkPages(tree)),
    ...(await checkAccess(sections, await enclosingOf(snapshot, tree))),
    ...unknown.map(
      ({ sectionId, principalId }) =>
        `section ${sectionId} has a grant to ${principalId}, which does not exist`,
    ),
    ...(await rightsChecks.unversioned(snapshot)).map(
      ({ workspaceId }) => `workspace ${workspaceId} has sections that are ignored`,
    ),
  ]
}

async function readSections(snapshot: Snapshot): Promise<Map<string, Section>> {
  const rows = await rightsChecks.sections(snapshot)
  const found = new Map(
    rows.map((row): [string, Section] => [row.sectionId, { ...row, own: [], stored: [] }]),
  )
  for await (const { sectionId, principalId, level } of rightsChecks.grants(snapshot)) {
    found.get(sectionId)?.own.push({ principalId, level })
  }
  for await (const { sectionId, principalId, level } of rightsChecks.access(snapshot)) {
    found.get(sectionId)?.stored.push({ principalId, level })
  }
  return found
}

async function checkPages(tree: Tree): Promise<string[]> {
  const faults: string[] = []
  for (const { id, sectionId } of tree.pages.values()) {
    if (tree.timeSlice.isOver()) await tree.timeSlice.pause()
    const expected = sectionOf(tree, id)
    if (sectionId === expected) continue
    faults.push(`page ${id} is in ${named(sectionId)} instead of ${named(expected)}`)
  }
  return faults
}

function named(sectionId: string | null): string {
  return sectionId === null ? 'no section' : `section ${sectionId}`
}

/** The nearest section at or above a page, by walking up the tree. */
function sectionOf({ pages, sections, nearest }: Tree, pageId: string): string | null {
  const walked = new Set<string>()
  let id = pageId
  let found: string | null = null
  for (;;) {
    const page = pages.get(id)
    const known = nearest.get(id)
    if (known !== undefined) found = known
    else if (sections.has(id)) found = id
    // In a damaged tree, a page can be its own ancestor.
    else if (page !== undefined && !walked.has(id)) {
      walked.add(id)
      id = page.parentId
      continue
    }
    break
  }
  for (const each of walked) nearest.set(each, found)
  return found
}

type Enclosing = (sectionId: string) => string | null

/** The section above another one. */
async function enclosingOf(snapshot: Snapshot, tree: Tree | undefined): Promise<Enclosing> {
  if (tree !== undefined) return (id) => sectionOf(tree, tree.pages.get(id)?.parentId ?? '')
  const rows = await rightsChecks.enclosing(snapshot)
  const known = new Map(rows.map(({ sectionId, enclosingId }) => [sectionId, enclosingId]))
  return (id) => known.get(id) ?? null
}

async function checkAccess(all: Sections, enclosing: Enclosing): Promise<string[]> {
  const timeSlice = startTimeSlice()
  const faults: string[] = []
  const computed = new Map<string, sections.GrantRow[]>()
  for (const { sectionId, stored } of all.values()) {
    if (timeSlice.isOver()) await timeSlice.pause()
    const expected = accessOf({ all, enclosing, computed }, sectionId)
    if (comparable(stored) !== comparable(expected)) {
      faults.push(`section ${sectionId} has access that differs from its grants`)
    }
  }
  return faults
}

type Computing = {
  all: Sections
  enclosing: Enclosing
  computed: Map<string, sections.GrantRow[]>
}

/** Who can access a section, from its grants and those that it inherits. */
function accessOf(computing: Computing, sectionId: string): sections.GrantRow[] {
  const { all, enclosing, computed } = computing
  const section = all.get(sectionId)
  const known = computed.get(sectionId)
  if (section === undefined || known !== undefined) return known ?? []
  // In a damaged tree, a section can be inside itself.
  computed.set(sectionId, [])
  const { workspaceId, inherits, opensByRole, own } = section
  const byRole = [{ principalId: workspaceId, level: levelOfRole }]
  const enclosingId = enclosing(sectionId)
  const inherited = enclosingId === null ? byRole : accessOf(computing, enclosingId)
  const access = highest([
    ...(inherits === 1 ? inherited : []),
    ...own,
    ...(opensByRole === 1 ? byRole : []),
  ])
  computed.set(sectionId, access)
  return access
}

function comparable(rows: readonly sections.GrantRow[]): string {
  return rows
    .map(({ principalId, level }) => `${principalId} ${level}`)
    .toSorted()
    .join('\n')
}
