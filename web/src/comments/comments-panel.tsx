import { ActionIcon, Group, Skeleton, Stack, Switch, Text, Title } from '@mantine/core'
import { IconMessages, IconX } from '@tabler/icons-react'
import { useCallback, useState } from 'react'
import { useRights } from '../lib/workspace.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Composer } from './composer.tsx'
import { ThreadCard } from './thread-card.tsx'
import { useQuotes } from './use-quotes.ts'
import { type Said, type Thread, useCommentActions, useThreads } from './use-threads.ts'
import classes from './comments.module.css'

type Props = {
  workspaceId: string
  pageId: string
  setOpen: (isOpen: boolean) => void
  /** The text that the person wants to say something about. */
  quote: Said | undefined
  forgetQuote: () => void
}

const none: Thread[] = []

/** What is said about a page, beside it. */
export function CommentsPanel({ workspaceId, pageId, setOpen, quote, forgetQuote }: Props) {
  const place = { workspaceId, pageId }
  const { canWrite } = useRights()
  const [showsResolved, setShowsResolved] = useState(false)
  const [activeId, setActiveId] = useState<string | null>(null)
  const { data, error, refetch } = useThreads(place, showsResolved)
  const actions = useCommentActions(place)
  const threads = data?.threads ?? none
  const choose = useCallback((threadId: string) => {
    setActiveId(threadId)
    document.querySelector(`[data-thread="${threadId}"]`)?.scrollIntoView({ block: 'nearest' })
  }, [])
  const { scrollTo } = useQuotes(threads, activeId, choose)
  const start = async (markdown: string) => {
    const isKept = await actions.start(markdown, quote)
    if (isKept) forgetQuote()
    return isKept
  }
  return (
    <aside className={classes['panel']} aria-label="Comments">
      <Group justify="space-between" mb="sm" wrap="nowrap">
        <Title order={2} size="h5">
          Comments
        </Title>
        <Group gap="xs" wrap="nowrap">
          <Switch
            size="xs"
            label="Resolved"
            checked={showsResolved}
            onChange={({ currentTarget }) => setShowsResolved(currentTarget.checked)}
          />
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label="Close the comments"
            onClick={() => setOpen(false)}
          >
            <IconX size={18} />
          </ActionIcon>
        </Group>
      </Group>
      {canWrite && <NewThread quote={quote} forgetQuote={forgetQuote} start={start} />}
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={90} radius="md" />}
      {data !== undefined && threads.length === 0 && (
        <EmptyState icon={<IconMessages size={24} />} title="Nothing said yet">
          {canWrite
            ? 'Say something about the page, or select a text in it and comment on that.'
            : 'Those who may write can comment here.'}
        </EmptyState>
      )}
      <Stack gap="sm">
        {threads.map((thread) => (
          <div key={thread.id} data-thread={thread.id}>
            <ThreadCard
              thread={thread}
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

type NewThreadProps = {
  quote: Said | undefined
  forgetQuote: () => void
  start: (markdown: string) => Promise<boolean>
}

function NewThread({ quote, forgetQuote, start }: NewThreadProps) {
  const label = quote === undefined ? 'Comment on this page' : 'Comment on this text'
  return (
    <div className={classes['new']}>
      {quote !== undefined && (
        <Group gap={4} wrap="nowrap" align="flex-start">
          <Text className={classes['quote'] ?? ''} size="sm" flex={1}>
            {quote.text}
          </Text>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={22}
            aria-label="Comment on the page instead"
            onClick={forgetQuote}
          >
            <IconX size={14} />
          </ActionIcon>
        </Group>
      )}
      <Composer
        key={`${label} ${quote?.text ?? ''}`}
        label={label}
        action="Comment"
        onSend={start}
        takesFocus={quote !== undefined}
      />
    </div>
  )
}
