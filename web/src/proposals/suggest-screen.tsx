import { Button, Group, Textarea, TextInput } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { type ComponentType, Suspense, useCallback, useMemo, useRef, useState } from 'react'
import { useNavigate, useParams } from 'react-router'
import { client } from '../lib/client.ts'
import type { Written } from '../lib/drafts/text-drafts.ts'
import { useTextDraft } from '../lib/drafts/use-text-draft.ts'
import type { BodyHandle, PageBodyProps } from '../lib/page-body.ts'
import { type OpenedPage, readPage } from '../lib/page-query.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { showFailure } from '../ui/undo.tsx'
import { discard } from '../ui/unsent/discard.ts'
import { t } from './messages.ts'

type Bodies = Readonly<Record<'TEXT' | 'KANBAN', ComponentType<PageBodyProps>>>

/** A page in the editor, where what a person writes becomes a proposal. */
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
  const navigate = useNavigate()
  const written = useSuggestion(page)
  const { title, setTitle, reason, setReason, isWritten, dropDraft } = written
  const editor = useEditor({ page, workspaceId, bodies }, written)
  const { isBusy, propose } = usePropose(page, workspaceId, written)
  const giveUp = () => {
    dropDraft()
    void navigate(`/pages/${page.id}`)
  }
  return (
    <Screen title={headingOf(page)} description={t.suggestHint}>
      <TextInput
        label={t.pageTitle}
        value={title}
        maxLength={255}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
      />
      <Suspense fallback={<PageSkeleton />}>{editor}</Suspense>
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
        <Button variant="default" onClick={() => discard(isWritten, giveUp)}>
          {t.cancel}
        </Button>
      </Group>
    </Screen>
  )
}

/** What the person wrote, which this browser stores until it is proposed. */
function useSuggestion(page: OpenedPage) {
  const body = useRef<BodyHandle>(null)
  const [title, setTitle] = useState(page.title)
  const [reason, setReason] = useState('')
  const [edits, setEdits] = useState(0)
  const [restored, setRestored] = useState<Written>()
  const before = restored?.content
  const version = (before && restored?.version) ?? page.version
  const readBody = () => (edits > 0 ? (body.current?.read() ?? before) : undefined)
  const isWritten = edits > 0 || title !== page.title || reason !== ''
  const dropDraft = useTextDraft({
    field: `suggestion ${page.id}`,
    title: headingOf(page),
    address: `/pages/${page.id}/suggest`,
    pageId: page.id,
    edit: isWritten ? JSON.stringify([edits, title, reason]) : undefined,
    read: () => {
      const content = readBody()
      return { texts: { reason, title }, version, ...(content !== undefined && { content }) }
    },
    restore: (written) => {
      setTitle(written.texts['title'] ?? page.title)
      setReason(written.texts['reason'] ?? '')
      setRestored(written)
      setEdits(written.content === undefined ? 0 : 1)
    },
  })
  return {
    body,
    title,
    setTitle,
    reason,
    setReason,
    isWritten,
    dropDraft,
    readBody,
    version,
    content: before ?? page.content,
    isRestored: restored !== undefined,
    changed: useCallback(() => setEdits((count) => count + 1), []),
  }
}

type Suggested = ReturnType<typeof useSuggestion>

function usePropose(page: OpenedPage, workspaceId: string, written: Suggested) {
  const queries = useQueryClient()
  const navigate = useNavigate()
  const [isBusy, setBusy] = useState(false)
  const propose = async () => {
    const { title, reason, version } = written
    const content = written.readBody()
    const isRenamed = title !== page.title
    if (content === undefined && !isRenamed) {
      notifications.show({ message: t.nothingChanged })
      return
    }
    setBusy(true)
    try {
      const { proposalId } = await client.proposals.create({
        workspaceId,
        title: Array.from(t.edit({ title: displayTitle(page.title) }))
          .slice(0, 200)
          .join(''),
        reason,
        changes: [
          {
            kind: 'edit',
            pageId: page.id,
            expectedVersion: version,
            ...(isRenamed && { title }),
            ...(content !== undefined && { content }),
          },
        ],
      })
      written.dropDraft()
      await queries.invalidateQueries({ queryKey: ['proposals'] })
      notifications.show({ message: t.proposed })
      await navigate(`/proposals/${proposalId}`)
    } catch (error) {
      showFailure(t.notProposed, error)
      setBusy(false)
    }
  }
  return { isBusy, propose }
}

/** Drawn anew only for another text, not with each letter. */
function useEditor({ page, workspaceId, bodies }: Props, written: Suggested) {
  const { content, isRestored, changed, body } = written
  const Body = bodies[page.type === 'KANBAN' ? 'KANBAN' : 'TEXT']
  return useMemo(
    () => (
      <Body
        key={isRestored ? 'draft' : 'page'}
        {...{ workspaceId, content, changed }}
        pageId={page.id}
        isEditable
        ref={body}
      />
    ),
    [Body, isRestored, workspaceId, content, changed, page.id, body],
  )
}

function headingOf({ title }: OpenedPage): string {
  return t.suggestTitle({ title: displayTitle(title) })
}
