import { startTimeSlice, type TimeSlice } from '../../../lib/time-slices.ts'
import { type checks, rightsChecks, type sections, type Snapshot } from '../../../store/index.ts'
import { highest, levelOfRole } from '../../rights/effective-access.ts'

type Section = rightsChecks.CheckedSection & {
  own: sections.GrantRow[]
  stored: sections.GrantRow[]
}

/** A workspace by the IDs of its pages, which are unique in the store. */
type Tree = {
  pages: ReadonlyMap<string, checks.TreeRow>
  sections: ReadonlyMap<string, Section>
  /** The nearest section at or above a page that was looked up before. */
  nearest: Map<string, string | null>
  timeSlice: TimeSlice
}

/** Finds pages in the wrong section, access that differs from the grants, and grants to unknown principals. */
export async function checkRights(
  snapshot: Snapshot,
  rows: readonly checks.TreeRow[],
): Promise<string[]> {
  const tree: Tree = {
    pages: new Map(rows.map((row) => [row.id, row])),
    sections: await readSections(snapshot),
    nearest: new Map(),
    timeSlice: startTimeSlice(),
  }
  const unknown = await rightsChecks.unknownPrincipals(snapshot)
  return [
    ...(await checkPages(tree)),
    ...(await checkAccess(tree)),
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

async function checkAccess(tree: Tree): Promise<string[]> {
  const faults: string[] = []
  const computed = new Map<string, sections.GrantRow[]>()
  for (const { sectionId, stored } of tree.sections.values()) {
    if (tree.timeSlice.isOver()) await tree.timeSlice.pause()
    const expected = accessOf(tree, sectionId, computed)
    if (comparable(stored) !== comparable(expected)) {
      faults.push(`section ${sectionId} has access that differs from its grants`)
    }
  }
  return faults
}

/** Who can access a section, from its grants and those that it inherits. */
function accessOf(
  tree: Tree,
  sectionId: string,
  computed: Map<string, sections.GrantRow[]>,
): sections.GrantRow[] {
  const section = tree.sections.get(sectionId)
  const known = computed.get(sectionId)
  if (section === undefined || known !== undefined) return known ?? []
  // In a damaged tree, a section can be inside itself.
  computed.set(sectionId, [])
  const { workspaceId, inherits, opensByRole, own } = section
  const byRole = [{ principalId: workspaceId, level: levelOfRole }]
  const enclosingId = sectionOf(tree, tree.pages.get(sectionId)?.parentId ?? '')
  const inherited = enclosingId === null ? byRole : accessOf(tree, enclosingId, computed)
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
