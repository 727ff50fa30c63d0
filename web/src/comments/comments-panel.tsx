import { ActionIcon, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { useCallback, useState } from 'react'
import { IconMessages, IconX } from '../../vendor/icons/icons.ts'
import type { Quote } from '../lib/page-body.ts'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Composer } from './composer.tsx'
import { t } from './messages.ts'
import { ThreadCard } from './thread-card.tsx'
import { useLinkedComment } from './use-linked-comment.ts'
import { useQuotes } from './use-quotes.ts'
import { type Thread, useCommentActions, useThreads } from './use-threads.ts'
import classes from './comments.module.css'

type Props = {
  workspaceId: string
  pageId: string
  setOpen: (isOpen: boolean) => void
  /** The text that the person wants to comment on. */
  quote: Quote | undefined
  setQuote: (quote: Quote | undefined) => void
}

const none: Thread[] = []

/** The comments of a page, in a panel beside it. */
export function CommentsPanel({ workspaceId, pageId, setOpen, quote, setQuote }: Props) {
  const pageIds = { workspaceId, pageId }
  const [showsResolved, setShowsResolved] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const { data, error, refetch, isFetching } = useThreads(pageIds, showsResolved)
  const actions = useCommentActions(pageIds)
  const { canComment } = actions
  const threads = data?.threads ?? none
  const choose = useCallback((threadId: string) => {
    setActiveId(threadId)
    document.querySelector(`[data-thread="${threadId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [])
  const showResolved = useCallback(() => setShowsResolved(true), [])
  useLinkedComment({ threads: data?.threads, isFetching, showsResolved, showResolved, choose })
  const { scrollTo } = useQuotes(threads, activeId, choose, quote)
  const start = async (markdown: string) => {
    const isSaved = await actions.start(markdown, quote)
    if (isSaved) setQuote(undefined)
    return isSaved
  }
  return (
    <aside className={classes['panel']} aria-label={t.title}>
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h5">
          {t.title}
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Switch
            size="xs"
            label={t.showResolved}
            checked={showsResolved}
            onChange={({ currentTarget }) => setShowsResolved(currentTarget.checked)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t.close}
            onClick={() => setOpen(false)}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </Group>
      {canComment && <NewThread {...{ pageId, quote, setQuote, start }} />}
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={90} radius="md" />}
      {data !== undefined && threads.length === 0 && (
        <EmptyState icon={<IconMessages size={24} />} title={t.emptyTitle}>
          {canComment ? t.empty : t.emptyReadOnly}
        </EmptyState>
      )}
      <Stack gap="sm">
        {threads.map((thread) => (
          <div key={thread.id} data-thread={thread.id}>
            <ThreadCard
              thread={thread}
              pageId={pageId}
              actions={actions}
              isActive={thread.id === activeId}
              onQuote={() => {
                setActiveId(thread.id)
                scrollTo(thread.id)
              }}
            />
          </div>
        ))}
      </Stack>
    </aside>
  )
}

type NewThreadProps = Pick<Props, 'pageId' | 'quote' | 'setQuote'> & {
  start: (markdown: string) => Promise<boolean>
}

function NewThread({ pageId, quote, setQuote, start }: NewThreadProps) {
  const label = quote === undefined ? t.commentOnPage : t.commentOnText
  return (
    <div className={classes['new']}>
      {quote !== undefined && (
        <Group gap={4} wrap="nowrap" align="flex-start">
          <Text className={classes['quote'] ?? ''} size="sm" flex={1} dir="auto">
            {quote.text}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={22}
            aria-label={t.commentOnPageInstead}
            onClick={() => setQuote(undefined)}
          >
            <IconX size={14} />
          </ActionIcon>
        </Group>
      )}
      <Composer
        {...{ pageId, quote, setQuote }}
        field={`comments ${pageId}`}
        anchor="comment-new"
        label={label}
        action={t.comment}
        onSend={start}
        takesFocus={quote !== undefined}
      />
    </div>
  )
}
