import { Badge, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '@tabler/icons-react'
import { useRights } from '../lib/workspace.tsx'
import { CommentView } from './comment-view.tsx'
import { Composer } from './composer.tsx'
import { nameOf } from './mentions.ts'
import type { CommentActions, Thread } from './use-threads.ts'
import classes from './comments.module.css'

type Props = {
  thread: Thread
  actions: CommentActions
  isActive: boolean
  onQuote: () => void
}

/** One thread: what it is about, what was said, and the way to answer and to close it. */
export function ThreadCard({ thread, actions, isActive, onQuote }: Props) {
  const { canWrite } = useRights()
  const { quote, isResolved, resolvedBy, comments } = thread
  const first = comments[0]
  return (
    <article
      className={classes['thread']}
      data-active={isActive || undefined}
      aria-label={first === undefined ? 'Thread' : `Thread of ${nameOf(first.author)}`}
    >
      {quote !== null && <QuoteLine quote={quote} onQuote={onQuote} />}
      <Stack gap="sm">
        {comments.map((comment) => (
          <CommentView key={comment.id} comment={comment} actions={actions} />
        ))}
      </Stack>
      {isResolved && (
        <Badge variant="light" color="teal" mt="sm" leftSection={<IconCheck size={12} />}>
          Resolved{resolvedBy === null ? '' : ` by ${nameOf(resolvedBy)}`}
        </Badge>
      )}
      {canWrite && (
        <Group align="flex-start" gap="xs" mt="sm" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            {!isResolved && (
              <Composer
                label="Answer"
                action="Answer"
                onSend={(markdown) => actions.reply(thread.id, markdown)}
              />
            )}
          </div>
          <Button
            variant="subtle"
            size="compact-sm"
            mt={6}
            leftSection={isResolved ? <IconArrowBackUp size={14} /> : <IconCheck size={14} />}
            onClick={() => void actions.resolve(thread.id, !isResolved)}
          >
            {isResolved ? 'Open again' : 'Resolve'}
          </Button>
        </Group>
      )}
    </article>
  )
}

type QuoteLineProps = { quote: NonNullable<Thread['quote']>; onQuote: () => void }

function QuoteLine({ quote, onQuote }: QuoteLineProps) {
  const isGone = quote.current === null
  return (
    <>
      <UnstyledButton
        className={classes['quote'] ?? ''}
        onClick={onQuote}
        disabled={isGone}
        title={isGone ? undefined : 'Show it in the page'}
      >
        {quote.current ?? quote.text}
      </UnstyledButton>
      {isGone && (
        <Text size="xs" c="dimmed" mb="xs">
          This text is no longer on the page.
        </Text>
      )}
      {quote.current !== null && quote.current !== quote.text && (
        <Text size="xs" c="dimmed" mb="xs">
          It was “{quote.text}” when this was said.
        </Text>
      )}
    </>
  )
}
