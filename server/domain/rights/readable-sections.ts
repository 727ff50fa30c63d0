import { LRUCache } from 'lru-cache'
import { startTimeSlice } from '../../lib/time-slices.ts'
import { PageSections, type SectionSet } from '../../search/sections/page-sections.ts'
import { readable, type Store, type Viewer } from '../../store/index.ts'

/** Assignments read at a time. */
const rowsPerRead = 1000
const maxBytes = 64 * 1024 * 1024
const bytesPerPage = 110
const baseBytes = 100_000
const maxViewers = 1000

type Known = { rightsVersion: number; set: SectionSet }

/** `readers` keeps the sets of the viewers that searched last; equal ones are one object. */
type Workspace = {
  sections: PageSections
  /** Its assignments after the first load. */
  firstChanges: number | undefined
  readers: LRUCache<string, Known>
  sets: LRUCache<string, SectionSet>
  loading: Promise<void> | undefined
}

/** What a viewer can read: which page is in which section, and which sections. */
export type ReadableSet = { sections: PageSections; set: SectionSet; rightsVersion: number }

/** The sections of the workspaces searched last, in memory, kept in step with the store. */
export class ReadableSections {
  readonly #store: Store
  /** Measured anew by another object with each load. */
  readonly #workspaces: LRUCache<string, { workspace: Workspace }>
  #lastSet = 0

  constructor(store: Store) {
    this.#store = store
    this.#workspaces = new LRUCache({
      maxSize: maxBytes,
      // The largest workspace has room too.
      sizeCalculation: ({ workspace: { sections } }) =>
        Math.min(baseBytes + bytesPerPage * sections.pages, maxBytes / 2),
    })
  }

  /** At these versions or later ones. */
  async of(viewer: Viewer, versions: readable.RightsVersions): Promise<ReadableSet> {
    const { workspaceId } = viewer
    const workspace = this.#workspaceOf(workspaceId)
    while ((workspace.sections.sequence ?? -1) < versions.sectionSequence) {
      workspace.loading ??= this.#load(workspaceId, workspace).finally(() => {
        workspace.loading = undefined
      })
      await workspace.loading
    }
    return { sections: workspace.sections, ...(await this.#setOf(viewer, workspace, versions)) }
  }

  #workspaceOf(workspaceId: string): Workspace {
    const known = this.#workspaces.get(workspaceId)?.workspace
    if (known !== undefined && !isWorn(known)) return known
    const workspace: Workspace = {
      sections: new PageSections(),
      firstChanges: undefined,
      readers: new LRUCache({ max: maxViewers }),
      sets: new LRUCache({ max: maxViewers }),
      loading: undefined,
    }
    this.#workspaces.set(workspaceId, { workspace })
    return workspace
  }

  async #load(workspaceId: string, workspace: Workspace): Promise<void> {
    const { sections } = workspace
    const before = sections.sequence ?? 0
    const timeSlice = startTimeSlice()
    let cursor = { sequence: before, pageId: '\uffff' }
    try {
      for (;;) {
        const found = await readable.assignments(this.#store, workspaceId, cursor, rowsPerRead)
        sections.sequence = undefined
        for (const { pageId, sectionId } of found.rows) sections.assign(pageId, sectionId)
        const last = found.rows.at(-1)
        if (last === undefined || found.rows.length < rowsPerRead) {
          sections.sequence = found.latest
          break
        }
        cursor = last
        if (timeSlice.isOver()) await timeSlice.pause()
      }
    } catch (error) {
      // With a part of the assignments, the sections are of no version.
      this.#workspaces.delete(workspaceId)
      throw error
    }
    workspace.firstChanges ??= sections.changes
    if (this.#workspaces.peek(workspaceId)?.workspace === workspace) {
      this.#workspaces.set(workspaceId, { workspace })
    }
  }

  async #setOf(
    viewer: Viewer,
    workspace: Workspace,
    { rightsVersion }: readable.RightsVersions,
  ): Promise<Known> {
    const key = `${viewer.viewerId} ${viewer.everyoneId}`
    const known = workspace.readers.get(key)
    if (known !== undefined && known.rightsVersion >= rightsVersion) return known
    const { version, sectionIds } = await readable.sections(this.#store, viewer)
    const found = { rightsVersion: version, set: this.#setFor(workspace, viewer, sectionIds) }
    workspace.readers.set(key, found)
    return found
  }

  #setFor(
    { sections, sets }: Workspace,
    { everyoneId }: Viewer,
    sectionIds: readonly string[],
  ): SectionSet {
    const numbers = sectionIds.map((sectionId) => sections.numberOf(sectionId))
    const allowed = new Uint8Array(numbers.reduce((max, number) => Math.max(max, number), 0) + 1)
    allowed[0] = everyoneId === '' ? 0 : 1
    for (const number of numbers) allowed[number] = 1
    const key = Buffer.from(allowed).toString('latin1')
    const known = sets.get(key)
    if (known !== undefined) return known
    const set = { id: (this.#lastSet += 1), allowed }
    sets.set(key, set)
    return set
  }
}

/** Pages moved so often that the list of assignments takes more memory than the pages. */
function isWorn({ sections, firstChanges }: Workspace): boolean {
  return firstChanges !== undefined && sections.changes > 2 * firstChanges + 50_000
}

/** Whether no version of rights hides a page from the viewer. Rights may be newer than the viewer. */
export function readsAll(
  { seesEverything, viewerId }: Viewer,
  { rightsVersion }: readable.RightsVersions,
): boolean {
  return seesEverything && (rightsVersion === 0 || viewerId === '')
}

/** Whether the set is of the same moment as pages read with these versions. */
export function isAt(
  { sections, rightsVersion }: ReadableSet,
  versions: readable.RightsVersions,
): boolean {
  return sections.sequence === versions.sectionSequence && rightsVersion === versions.rightsVersion
}
