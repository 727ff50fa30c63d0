import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { client } from '../lib/client.ts'
import type { BodyHandle, PageBodyProps } from '../lib/page-body.ts'
import { type OpenedPage, readPage } from '../lib/page-query.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'

type Bodies = Readonly<Record<'TEXT' | 'KANBAN', ComponentType<PageBodyProps>>>

/** A page in the editor of someone who may only propose: what they write becomes a proposal. */
export function SuggestScreen({ bodies }: { bodies: Bodies }) {
  const { pageId = '' } = useParams()
  const { workspace } = useWorkspace()
  // Read once: later changes of others are merged when the proposal is accepted.
  const { data, error, refetch } = useQuery({
    queryKey: ['suggestion', workspace.id, pageId],
    queryFn: ({ signal }) => readPage(workspace.id, pageId, signal),
    staleTime: Infinity,
    gcTime: 0,
    retry: false,
  })
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <PageSkeleton />
  return <Suggestion page={data} workspaceId={workspace.id} bodies={bodies} />
}

type Props = { page: OpenedPage; workspaceId: string; bodies: Bodies }

function Suggestion({ page, workspaceId, bodies }: Props) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const body = useRef<BodyHandle>(null)
  const [title, setTitle] = useState(page.title)
  const [reason, setReason] = useState('')
  const [isChanged, setChanged] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const name = displayTitle(page.title)
  const Body = bodies[page.type === 'KANBAN' ? 'KANBAN' : 'TEXT']
  const propose = async () => {
    if (!isChanged && title === page.title) {
      notifications.show({ message: t.nothingChanged })
      return
    }
    setBusy(true)
    try {
      const content = body.current?.read()
      const { proposalId } = await client.proposals.create({
        workspaceId,
        title: Array.from(t.edit({ title: name }))
          .slice(0, 200)
          .join(''),
        reason,
        changes: [
          {
            kind: 'edit',
            pageId: page.id,
            expectedVersion: page.version,
            ...(title !== page.title && { title }),
            ...(isChanged && content !== undefined && { content }),
          },
        ],
      })
      await queries.invalidateQueries({ queryKey: ['proposals'] })
      notifications.show({ message: t.proposed })
      await navigate(`/proposals/${proposalId}`)
    } catch (error) {
      showFailure(t.notProposed, error)
      setBusy(false)
    }
  }
  return (
    <Screen title={t.suggestTitle({ title: name })} description={t.suggestHint}>
      <TextInput
        label={t.pageTitle}
        value={title}
        maxLength={255}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Suspense fallback={<PageSkeleton />}>
        <Body
          workspaceId={workspaceId}
          pageId={page.id}
          content={page.content}
          isEditable
          changed={() => setChanged(true)}
          ref={body}
        />
      </Suspense>
      <Textarea
        mt="md"
        label={t.reason}
        description={t.reasonHint}
        autosize
        maxLength={10_000}
        value={reason}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
      />
      <Group mt="sm">
        <Button loading={isBusy} onClick={() => void propose()}>
          {t.propose}
        </Button>
        <Button variant="default" onClick={() => void navigate(`/pages/${page.id}`)}>
          {t.cancel}
        </Button>
      </Group>
    </Screen>
  )
}
