import { Alert, Badge, Button, Group, Stack, Text, Textarea, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useParams } from 'react-router'
import { isOpenState } from '../../../server/lib/vocabulary.ts'
import { client } from '../lib/client.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { authorName, claimOf } from '../ui/authors/author-name.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Screen, useTitle } from '../ui/screens/screen.tsx'
import { showFailure } from '../ui/undo.tsx'
import { ChangeView, type Chosen } from './change-view.tsx'
import { t } from './messages.ts'
import './proposals.css'
import { type Change, type Proposal, proposalQuery } from './queries.ts'

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
type Words = { words: string; setWords: (words: string) => void }

/** An update of the proposal resets what was selected of it, and not what the reader is writing. */
function ShownProposal(props: Props) {
  const { revision } = props.proposal
  const [words, setWords] = useState('')
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
  const chosenOf = (change: Change) => chosen.get(change.number) ?? allOf(change)
  const { list, canAccept, canDecline, isMine, state, comments } = proposal
  const isOpen = isOpenState(state)
  return (
    <Screen
      title={proposal.title}
      action={<Badge variant="light">{t[state]}</Badge>}
      description={
        <span title={claimOf(proposal.run)}>
          {authorName(proposal.proposer, proposal.run)} · <RelativeTime at={proposal.updatedAt} />
        </span>
      }
    >
      {proposal.reason !== '' && (
        <Text className="proposal-text" mb="md" dir="auto">
          {proposal.reason}
        </Text>
      )}
      {isOpen && isUpdated && (
        <Alert mb="md" role="status">
          {t.updated}
        </Alert>
      )}
      {isOpen && isMine && !canAccept && canDecline && <Alert mb="md">{t.ownProposal}</Alert>}
      {list.map((change) => (
        <ChangeView
          key={change.number}
          {...{ change }}
          chosen={chosenOf(change)}
          isOpen={canAccept}
          isOneOfMany={proposal.openChanges > 1}
          choose={(next) => setChosen(new Map(chosen).set(change.number, next))}
        />
      ))}
      <Comments comments={comments} />
      <Actions
        {...{ proposal, workspaceId }}
        {...writing}
        isPartial={chosen.size > 0}
        parts={list
          .filter((change) => change.state === 'open')
          .flatMap((change) => partOf(change, chosenOf(change)))}
      />
    </Screen>
  )
}

function allOf({ body }: Change): Chosen {
  const hunks = body.flatMap(({ hunk }) => (hunk === null ? [] : [hunk]))
  return { isIncluded: true, hunks: new Set(hunks), edited: undefined }
}

type AcceptedPart = NonNullable<Parameters<typeof client.proposals.accept>[0]['changes']>[number]

/** Nothing for a change of which no part is chosen. */
function partOf(change: Change, { isIncluded, hunks, edited }: Chosen): AcceptedPart[] {
  const { number, fields } = change
  if (!isIncluded) return []
  if (edited !== undefined) {
    const { markdown, version } = edited
    return [{ number, markdown, ...(version !== null && { expectedVersion: version }) }]
  }
  const all = allOf(change).hunks
  if (hunks.size === all.size) return [{ number }]
  if (hunks.size === 0 && fields.length === 0) return []
  return [{ number, hunks: [...hunks], fields: fields.map(({ name }) => name) }]
}

function Comments({ comments }: Pick<Proposal, 'comments'>) {
  if (comments.length === 0) return null
  const saying = {
    comment: t.saidComment,
    changes_requested: t.saidRequest,
    accepted: t.saidAccepted,
    declined: t.saidDeclined,
    withdrawn: t.saidWithdrawn,
    updated: t.saidUpdated,
  }
  return (
    <Stack gap="xs" mb="md">
      <Title order={2} size="h5">
        {t.discussion}
      </Title>
      {comments.map(({ id, kind, markdown, author, run, createdAt }) => (
        <div key={id}>
          <Text size="xs" c="dimmed" title={claimOf(run)}>
            {authorName(author, run)} · {saying[kind]} · <RelativeTime at={createdAt} />
          </Text>
          {markdown !== '' && (
            <Text className="proposal-text" dir="auto">
              {markdown}
            </Text>
          )}
        </div>
      ))}
    </Stack>
  )
}

type ActionProps = Props & Words & { parts: AcceptedPart[]; isPartial: boolean }

function Actions({ proposal, workspaceId, parts, isPartial, words, setWords }: ActionProps) {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const { canAccept, canDecline, isMine, state, id: proposalId } = proposal
  const address = { workspaceId, proposalId }
  const shown = { ...address, revision: proposal.revision }
  const isOpen = isOpenState(state)
  const act = async (call: () => Promise<unknown>) => {
    setBusy(true)
    try {
      await call()
      setWords('')
      notifications.show({ message: t.done })
    } catch (error) {
      showFailure(t.notDone, error)
    }
    setBusy(false)
    await Promise.all(
      [['proposals'], ['pages']].map((queryKey) => queries.invalidateQueries({ queryKey })),
    )
  }
  const say = (needed: string, call: (markdown: string) => Promise<unknown>) => {
    if (words.trim() === '') notifications.show({ message: needed })
    else void act(() => call(words))
  }
  return (
    <Stack gap="xs">
      <Textarea
        label={t.words}
        autosize
        minRows={2}
        maxLength={10_000}
        value={words}
        onChange={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Group gap="xs">
        {isOpen && canAccept && (
          <Button
            loading={isBusy}
            disabled={parts.length === 0}
            onClick={() =>
              void act(() =>
                client.proposals.accept({
                  ...shown,
                  markdown: words,
                  ...(isPartial && { changes: parts }),
                }),
              )
            }
          >
            {isPartial ? t.acceptSelected : t.acceptAll}
          </Button>
        )}
        {isOpen && canDecline && (
          <Refusals
            isBusy={isBusy}
            decline={() => void act(() => client.proposals.decline({ ...shown, reason: words }))}
            requestChanges={() =>
              say(t.requestNeeded, (markdown) =>
                client.proposals.requestChanges({ ...address, markdown }),
              )
            }
          />
        )}
        <Button
          variant="subtle"
          disabled={isBusy}
          onClick={() =>
            say(t.commentNeeded, (markdown) => client.proposals.comment({ ...address, markdown }))
          }
        >
          {t.comment}
        </Button>
        {isOpen && isMine && (
          <Button
            variant="subtle"
            color="red"
            disabled={isBusy}
            onClick={() => void act(() => client.proposals.withdraw(address))}
          >
            {t.withdraw}
          </Button>
        )}
      </Group>
    </Stack>
  )
}

type RefusalProps = { isBusy: boolean; decline: () => void; requestChanges: () => void }

function Refusals({ isBusy, decline, requestChanges }: RefusalProps) {
  return (
    <>
      <Button variant="default" disabled={isBusy} onClick={decline}>
        {t.declineAll}
      </Button>
      <Button variant="default" disabled={isBusy} onClick={requestChanges}>
        {t.requestChanges}
      </Button>
    </>
  )
}
