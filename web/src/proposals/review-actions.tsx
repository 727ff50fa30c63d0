import { Button, Group, Select, Stack, Textarea } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { isOpenState } from '../../../server/lib/vocabulary.ts'
import { client } from '../lib/client.ts'
import { showFailure } from '../ui/undo.tsx'
import { headingOf } from './change-view.tsx'
import { t } from './messages.ts'
import type { Proposal } from './queries.ts'
import type { Revision } from './revision.ts'

export type AcceptedPart = NonNullable<
  Parameters<typeof client.proposals.accept>[0]['changes']
>[number]
export type Words = { words: string; setWords: (words: string) => void }

type Props = Words & {
  proposal: Proposal
  workspaceId: string
  parts: AcceptedPart[]
  isPartial: boolean
  /** Forgets what the reader edited of these changes: the server has it. */
  forgetEdits: (numbers: readonly number[]) => void
  /** The changes that are selected, of those without a decision. */
  selected: number[]
  /** What the proposer changed, for another review. */
  revision: Revision | undefined
}

/** What the reader can do with a proposal. */
export function ReviewActions(props: Props) {
  const { proposal, workspaceId, words, setWords, forgetEdits } = props
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const [about, setAbout] = useState('')
  const address = { workspaceId, proposalId: proposal.id }
  const act = async (call: () => Promise<unknown>, sent?: readonly number[]) => {
    setBusy(true)
    try {
      await call()
      setWords('')
      if (sent !== undefined) forgetEdits(sent)
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
  const change = about === '' ? {} : { change: Number(about) }
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
        <Decisions {...props} {...{ isBusy, act, say }} />
        <Button
          variant="subtle"
          disabled={isBusy}
          onClick={() =>
            say(t.commentNeeded, (markdown) =>
              client.proposals.comment({ ...address, ...change, markdown }),
            )
          }
        >
          {t.comment}
        </Button>
        {proposal.list.length > 1 && (
          <Select
            size="xs"
            aria-label={t.commentOn}
            value={about}
            allowDeselect={false}
            comboboxProps={{ keepMounted: false }}
            onChange={(value) => setAbout(value ?? '')}
            data={[
              { value: '', label: t.wholeProposal },
              ...proposal.list.map((one) => ({ value: `${one.number}`, label: headingOf(one) })),
            ]}
          />
        )}
        <OwnActions {...props} {...{ isBusy, act }} />
      </Group>
    </Stack>
  )
}

function numbersOf({ list }: Proposal): number[] {
  return list.map(({ number }) => number)
}

type Acting = {
  isBusy: boolean
  /** `sent` names the changes whose edits the call sends. */
  act: (call: () => Promise<unknown>, sent?: readonly number[]) => Promise<void>
  say: (needed: string, call: (markdown: string) => Promise<unknown>) => void
}

function Decisions(props: Props & Acting) {
  const { proposal, workspaceId, parts, isPartial, selected, words, isBusy, act, say } = props
  const { canAccept, canDecline, openChanges, revision, id: proposalId } = proposal
  const address = { workspaceId, proposalId }
  if (!isOpenState(proposal.state)) return null
  const isSelection = canAccept && selected.length < openChanges
  return (
    <>
      {canAccept && (
        <Button
          loading={isBusy}
          disabled={parts.length === 0}
          onClick={() =>
            void act(
              () =>
                client.proposals.accept({
                  ...address,
                  revision,
                  markdown: words,
                  ...(isPartial && { changes: parts }),
                }),
              parts.map(({ number }) => number),
            )
          }
        >
          {isPartial ? t.acceptSelected : t.acceptAll}
        </Button>
      )}
      {canDecline && (
        <>
          <Button
            variant="default"
            disabled={isBusy || (isSelection && selected.length === 0)}
            onClick={() =>
              void act(() =>
                client.proposals.decline({
                  ...address,
                  revision,
                  reason: words,
                  ...(isSelection && { changes: selected }),
                }),
              )
            }
          >
            {isSelection ? t.declineSelected : t.declineAll}
          </Button>
          <Button
            variant="default"
            disabled={isBusy}
            onClick={() =>
              say(t.requestNeeded, (markdown) =>
                client.proposals.requestChanges({ ...address, markdown }),
              )
            }
          >
            {t.requestChanges}
          </Button>
        </>
      )}
    </>
  )
}

function OwnActions({
  proposal,
  workspaceId,
  revision,
  words,
  isBusy,
  act,
}: Props & Pick<Acting, 'isBusy' | 'act'>) {
  const address = { workspaceId, proposalId: proposal.id }
  if (!isOpenState(proposal.state) || !proposal.isMine) return null
  return (
    <>
      {revision !== undefined && (
        <Button
          variant="light"
          disabled={isBusy}
          onClick={() =>
            void act(async () => {
              // What the proposer wrote answers the review.
              if (words.trim() !== '') {
                await client.proposals.comment({ ...address, markdown: words })
              }
              await client.proposals.update({
                ...address,
                ...revision,
                revision: proposal.revision,
              })
            }, numbersOf(proposal))
          }
        >
          {t.submitAgain}
        </Button>
      )}
      <Button
        variant="subtle"
        color="red"
        disabled={isBusy}
        onClick={() => void act(() => client.proposals.withdraw(address))}
      >
        {t.withdraw}
      </Button>
    </>
  )
}
