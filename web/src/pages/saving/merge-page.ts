import type { Node } from 'prosemirror-model'
import type { PageDocument } from '../../../../content/document.ts'
import {
  choose,
  continuedVersion,
  type Dispute,
  mergeVersions,
} from '../../../../content/merge/dispute.ts'
import { showConflict } from '../../../../content/merge/locations.ts'
import { schema } from '../../../../content/schema.ts'
import { pageFieldNames, pickFields, pickSome } from '../../../../server/lib/page-fields.ts'
import type { PageState, PageVersion } from './page-state.ts'
import type { Conflict, Origin, DisputedLocation, Side } from './save-status.ts'

export type PageMerge =
  | { kind: 'merged'; state: PageState }
  | { kind: 'conflict'; conflict: Conflict }

export type MergeOptions = {
  /** Who wrote what, if known. */
  origins?: readonly Origin[]
  /** Whether the other version is by the same person, such as a save whose answer got lost. */
  isOwn?: boolean
}

/** Merges by token what a person and somebody else made of one version of a page. */
export function mergePages(
  base: PageState,
  mine: PageState,
  theirs: PageVersion,
  { origins = [], isOwn = false }: MergeOptions = {},
): PageMerge {
  const versions = {
    base: nodeOf(base.content),
    mine: nodeOf(mine.content),
    now: nodeOf(theirs.content),
  }
  const settled = mergeVersions(
    isOwn ? { ...versions, base: continuedVersion(versions) } : versions,
  )
  const title = threeWay(base.title, mine.title, theirs.title)
  const unchanged = pageFieldNames.filter((name) => mine[name] === base[name])
  const fields = { ...pickFields(mine), ...pickSome(theirs, unchanged) }
  if (settled.ok && title !== undefined) {
    return { kind: 'merged', state: { ...fields, title, content: documentOf(settled.doc) } }
  }
  const dispute = settled.ok ? agreement(settled.doc, nodeOf(theirs.content)) : settled.dispute
  const state = (own: string, document: Node): PageState => ({
    ...fields,
    title: title ?? own,
    content: documentOf(document),
  })
  const common = { ...pickFields(theirs), title: title === undefined ? base.title : theirs.title }
  return {
    kind: 'conflict',
    conflict: {
      theirs,
      dispute,
      title: title === undefined ? { mine: mine.title, theirs: theirs.title } : undefined,
      locations: locationsOf(dispute, origins),
      mine: state(mine.title, dispute.mine),
      base: { ...common, content: documentOf(dispute.base) },
      settled: state(theirs.title, dispute.settled),
      settledBase: state(base.title, dispute.settledBase),
    },
  }
}

/** The page after a person has chosen a side in one place. Undefined if that place is not disputed any more. */
export function chooseSide(
  { base, mine, theirs, dispute, locations }: Conflict,
  location: string,
  side: Side,
): { base: PageState; mine: PageState } | undefined {
  if (location === 'title') {
    const { title } = theirs
    return { base: { ...base, title }, mine: side === 'mine' ? mine : { ...mine, title } }
  }
  const index = locations.findIndex(({ key }) => key === location)
  const conflict = dispute.conflicts[index]
  if (conflict === undefined) return undefined
  const chosen = choose(dispute, conflict, side)
  return {
    base: { ...base, content: documentOf(chosen.base) },
    mine: { ...mine, content: documentOf(chosen.mine) },
  }
}

/** Only the titles differ. */
function agreement(doc: Node, now: Node): Dispute {
  return { base: now, mine: doc, now, conflicts: [], settled: doc, settledBase: doc }
}

function locationsOf({ base, conflicts }: Dispute, origins: readonly Origin[]): DisputedLocation[] {
  const seen = new Map<string, number>()
  return conflicts.map((conflict) => {
    const shown = showConflict(base, conflict)
    const origin = origins.find((one) => isSameLocation(one, shown))
    const text = `${shown.kind} ${shown.base} ${shown.theirs}`
    const count = seen.get(text) ?? 0
    seen.set(text, count + 1)
    return { ...shown, key: `${count} ${text}`, origin }
  })
}

/** The server cuts long texts. */
function isSameLocation(
  one: Origin,
  { kind, base, theirs }: Omit<DisputedLocation, 'key' | 'origin'>,
): boolean {
  const isSame = (cut: string, text: string) =>
    text.trim() === cut || (cut.endsWith('…') && text.trim().startsWith(cut.slice(0, -1)))
  return one.kind === kind && isSame(one.base, base) && isSame(one.theirs, theirs)
}

function nodeOf(document: PageDocument): Node {
  return schema.nodeFromJSON(document)
}

function documentOf(node: Node): PageDocument {
  // SAFETY: a document of the page schema.
  return node.toJSON() as PageDocument
}

/** Undefined when both changed it, each to something else. */
function threeWay(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine
  return mine === base ? theirs : undefined
}
