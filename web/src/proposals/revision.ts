import { isOpenState } from '../../../server/lib/vocabulary.ts'
import type { client } from '../lib/client.ts'
import type { EditedText } from './change-view.tsx'
import type { Change, Proposal } from './queries.ts'

export type Revision = NonNullable<Parameters<typeof client.proposals.update>[0]['changes']>[number]

/** The change whose text its proposer can edit here: the only one without a decision, if it edits a text. */
export function revisable({ isMine, state, list }: Proposal): Change | undefined {
  const [only, ...others] = list.filter((change) => change.state === 'open')
  if (!isMine || !isOpenState(state) || only === undefined || others.length > 0) return undefined
  const isText = only.kind === 'edit' && only.markdown !== null
  return isText && only.fields.every(({ name }) => name !== 'properties') ? only : undefined
}

/** That change with the edited text, for another review. */
export function revisionOf(
  proposal: Proposal,
  { markdown, version }: EditedText,
): Revision | undefined {
  const change = revisable(proposal)
  if (change === undefined) return undefined
  const after = (field: string) => change.fields.find(({ name }) => name === field)?.after
  const [title, icon] = [after('title'), after('icon')]
  return {
    kind: 'edit',
    pageId: change.pageId,
    markdown,
    ...(version !== null && { expectedVersion: version }),
    ...(typeof title === 'string' && { title }),
    ...(icon !== undefined && { icon }),
  }
}
