import { Alert, Badge } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { isOpenState } from '../../../server/lib/vocabulary.ts'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { forgetTexts } from '../lib/drafts/open-text.ts'
import { useTextDraft } from '../lib/drafts/use-text-draft.ts'
import { useSession } from '../lib/session.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Screen, useTitle } from '../ui/screens/screen.tsx'
import { ChangeView, type Chosen } from './change-view.tsx'
import { Discussion } from './discussion.tsx'
import { ProposalHead } from './edit-head.tsx'
import { t } from './messages.ts'
import './proposals.css'
import { type Change, type Proposal, proposalQuery } from './queries.ts'
import { type AcceptedPart, ReviewActions, type Words } from './review-actions.tsx'
import { ReviewNotice } from './review-notice.tsx'
import {
  changeField,
  editsOf,
  type EditedHead,
  headField,
  isRevisable,
  revisionOf,
} from './revision.ts'

/** One proposal: its changes, what was said, and what the reader can do. */
export function ProposalScreen() {
  const { proposalId = '' } = useParams()
  const { workspace } = useWorkspace()
  const { data, error, refetch } = useQuery(proposalQuery(workspace.id, proposalId))
  useTitle(data?.title ?? t.title)
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return <ShownProposal key={data.id} proposal={data} workspaceId={workspace.id} />
}

type Props = { proposal: Proposal; workspaceId: string }

/** An update of the proposal resets what was selected of it, and not what the reader is writing. */
function ShownProposal(props: Props) {
  const { revision, id, title } = props.proposal
  const [words, setWords] = useState('')
  useTextDraft({
    field: `review ${id}`,
    title,
    address: `/proposals/${id}`,
    edit: words === '' ? undefined : words,
    read: () => ({ texts: { words } }),
    restore: ({ texts }) => setWords(texts['words'] ?? ''),
  })
  const [first] = useState(revision)
  return (
    <Review key={revision} {...props} {...{ words, setWords }} isUpdated={revision !== first} />
  )
}

function Review({
  proposal,
  workspaceId,
  isUpdated,
  ...writing
}: Props & Words & { isUpdated: boolean }) {
  const [chosen, setChosen] = useState<ReadonlyMap<number, Chosen>>(new Map())
  const [head, setHead] = useState<EditedHead>()
  const chosenOf = (change: Change) => chosen.get(change.number) ?? allOf(change)
  const { list, canAccept, state } = proposal
  const revision = revisionOf(proposal, {
    head,
    editedOf: (change) => chosenOf(change).edited,
    isRemoved: (change) => chosenOf(change).isRemoved,
  })
  const { user } = useSession()
  const forgetEdits = (numbers: readonly number[]) => {
    const fields = numbers.map((number) => changeField(proposal, number))
    void forgetTexts(user.id, [headField(proposal), ...fields])
  }
  const isOpen = isOpenState(state)
  const open = list.filter((change) => change.state === 'open')
  return (
    <Screen
      title={proposal.title}
      action={
        <Badge variant="light">{proposal.isAcceptedInPart ? t.acceptedInPart : t[state]}</Badge>
      }
      description={
        <span title={claimOf(proposal.run)}>
          {authorName(proposal.proposer, proposal.run)} · <RelativeTime at={proposal.updatedAt} />
        </span>
      }
    >
      <ProposalHead {...{ proposal, head, setHead }} />
      {isOpen && isUpdated && (
        <Alert mb="md" role="status">
          {t.updated}
        </Alert>
      )}
      {isOpen && <ReviewNotice proposal={proposal} />}
      {list.map((change) => (
        <ChangeView
          key={change.number}
          {...{ change }}
          chosen={chosenOf(change)}
          isOpen={canAccept}
          proposal={proposal}
          isOneOfMany={proposal.openChanges > 1}
          isMine={isRevisable(proposal)}
          choose={(next) => setChosen((now) => new Map(now).set(change.number, next))}
        />
      ))}
      <Discussion {...proposal} />
      <ReviewActions
        {...{ proposal, workspaceId }}
        {...writing}
        forgetEdits={forgetEdits}
        isPartial={chosen.size > 0}
        selected={open.filter((one) => isSelected(chosenOf(one))).map(({ number }) => number)}
        revision={revision}
        parts={open.flatMap((change) => partOf(change, chosenOf(change)))}
      />
    </Screen>
  )
}

function allOf({ body }: Change): Chosen {
  const hunks = body.flatMap(({ hunk }) => (hunk === null ? [] : [hunk]))
  return { isIncluded: true, hunks: new Set(hunks), edited: undefined, isRemoved: false }
}

function isSelected({ isIncluded, isRemoved }: Chosen): boolean {
  return isIncluded && !isRemoved
}

/** Nothing for a change of which no part is chosen. */
function partOf(change: Change, chosen: Chosen): AcceptedPart[] {
  const { hunks, edited } = chosen
  const { number, fields } = change
  if (!isSelected(chosen)) return []
  if (edited !== undefined) return [{ number, ...editsOf(change, edited) }]
  const all = allOf(change).hunks
  if (hunks.size === all.size) return [{ number }]
  if (hunks.size === 0 && fields.length === 0) return []
  return [{ number, hunks: [...hunks], fields: fields.map(({ name }) => name) }]
}
