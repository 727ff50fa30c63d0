import type { PageDocument } from '../../../../content/document.ts'
import { pageFieldNames, pickFields, pickSome } from '../../../../server/lib/page-fields.ts'
import { conflictsIn, mergeDocuments, sameDocument, applyChoices } from './merge.ts'
import type { Hunk } from './merge.ts'
import type { PageState, PageVersion } from './page-state.ts'
import type { Conflict } from './save-status.ts'

export type PageMerge =
  | { kind: 'merged'; state: PageState }
  /** `mine` has all that is settled; `base` is what `mine` and theirs now have in common. */
  | { kind: 'conflict'; conflict: Conflict; mine: PageState; base: PageState }

/** Merges what a person and somebody else made of one version of a page. */
export function mergePages(base: PageState, mine: PageState, theirs: PageVersion): PageMerge {
  const hunks = mergeDocuments(base.content, mine.content, theirs.content)
  const title = threeWay(base.title, mine.title, theirs.title)
  const unchanged = pageFieldNames.filter((name) => mine[name] === base[name])
  const merged = { ...pickFields(mine), ...pickSome(theirs, unchanged) }
  if (conflictsIn(hunks).length === 0 && title !== undefined) {
    return {
      kind: 'merged',
      state: { ...merged, title, content: applyChoices(hunks, () => 'both') },
    }
  }
  const titles = { mine: title ?? mine.title, theirs: title ?? theirs.title }
  const fields = { ...merged, title: titles.mine }
  return {
    kind: 'conflict',
    conflict: { hunks, title: titles, fields, theirs },
    mine: { ...fields, content: applyChoices(hunks, () => 'mine') },
    base: {
      ...pickFields(theirs),
      title: title === undefined ? base.title : theirs.title,
      content: documentOf(hunks, (hunk) => (hunk.kind === 'merged' ? hunk.theirs : hunk.base)),
    },
  }
}

/** What of a page in conflict nobody disputes: it is sent while the person has not chosen yet. */
export function undisputed({ hunks, title, fields, theirs }: Conflict): PageState | undefined {
  const content = documentOf(hunks, (hunk) => (hunk.kind === 'merged' ? hunk.blocks : hunk.theirs))
  // Where parts of a board and of a text would stand side by side, all of it waits.
  if (
    !sameDocument(
      content,
      applyChoices(hunks, () => 'theirs'),
    )
  )
    return undefined
  return { ...fields, title: hasTitles(title) ? theirs.title : title.mine, content }
}

/** What both have in common once the server has what nobody disputes. */
export function baseOnceSent({ hunks, title, fields }: Conflict, base: PageState): PageState {
  return {
    ...fields,
    title: hasTitles(title) ? base.title : title.mine,
    content: documentOf(hunks, (hunk) => (hunk.kind === 'merged' ? hunk.blocks : hunk.base)),
  }
}

function documentOf(
  hunks: readonly Hunk[],
  blocksOf: (hunk: Hunk) => PageDocument['content'],
): PageDocument {
  return { type: 'doc', content: hunks.flatMap((hunk) => [...blocksOf(hunk)]) }
}

function hasTitles({ mine, theirs }: Conflict['title']): boolean {
  return mine !== theirs
}

/** Undefined when both changed it, each to something else. */
function threeWay(base: string, mine: string, theirs: string): string | undefined {
  if (mine === theirs || theirs === base) return mine
  return mine === base ? theirs : undefined
}
