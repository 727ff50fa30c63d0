import { isOpenState } from '../../../server/lib/vocabulary.ts'
import type { client } from '../lib/client.ts'
import type { Change, Proposal } from './queries.ts'

type Update = Parameters<typeof client.proposals.update>[0]
export type Revision = Pick<Update, 'title' | 'reason' | 'edits' | 'remove'>

/** A change as the reader edits it. Null where it has no title or text. */
export type EditedChange = {
  title: string | null
  markdown: string | null
  /** The version of the page when they began. */
  version: number | null
}

/** The title and reason of a proposal as its proposer edits them. */
export type EditedHead = { title: string; reason: string }

/** What can be edited of a change; undefined if it can only stay or go. */
export function editable({
  kind,
  title,
  fields,
  markdown,
  currentVersion,
}: Change): EditedChange | undefined {
  const proposed = fields.find(({ name }) => name === 'title')?.after ?? null
  const edited = kind === 'create' ? title : proposed
  if (edited === null && markdown === null) return undefined
  return { title: edited, markdown, version: currentVersion }
}

/** What is edited of a change. A text that is left as it is was merged with later changes, and confirms that. */
export function editsOf(change: Change, { title, markdown, version }: EditedChange) {
  return {
    ...(title !== null && title !== editable(change)?.title && { title }),
    ...(markdown !== null && { markdown, ...(version !== null && { expectedVersion: version }) }),
  }
}

/** Whether the reader can change the proposal and submit it again. */
export function isRevisable({ isMine, state }: Pick<Proposal, 'isMine' | 'state'>): boolean {
  return isMine && isOpenState(state)
}

/** Names in drafts what the reader edits of a proposal. */
export function headField({ id }: Pick<Proposal, 'id'>): string {
  return `proposal ${id}`
}

export function changeField({ id, revision }: Pick<Proposal, 'id' | 'revision'>, number: number) {
  return `proposal ${id} ${revision} ${number}`
}

type Choices = {
  head: EditedHead | undefined
  editedOf: (change: Change) => EditedChange | undefined
  isRemoved: (change: Change) => boolean
}

/** What the proposer changed, for another review; undefined without a change, and if no change is left. */
export function revisionOf(
  proposal: Proposal,
  { head, editedOf, isRemoved }: Choices,
): Revision | undefined {
  if (!isRevisable(proposal)) return undefined
  const open = proposal.list.filter(({ state }) => state === 'open')
  const [removed, rest] = [open.filter(isRemoved), open.filter((change) => !isRemoved(change))]
  const edits = rest.flatMap((change) => {
    const edited = editedOf(change)
    const edit = edited === undefined ? {} : editsOf(change, edited)
    return Object.keys(edit).length === 0 ? [] : [{ number: change.number, ...edit }]
  })
  const revision = {
    ...(head !== undefined && head.title !== proposal.title && { title: head.title }),
    ...(head !== undefined && head.reason !== proposal.reason && { reason: head.reason }),
    ...(edits.length > 0 && { edits }),
    ...(removed.length > 0 && { remove: removed.map(({ number }) => number) }),
  }
  return rest.length === 0 || Object.keys(revision).length === 0 ? undefined : revision
}
