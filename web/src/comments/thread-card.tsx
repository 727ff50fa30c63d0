import { Badge, Button, Group, Stack, Text, UnstyledButton } from '@mantine/core'
import { IconArrowBackUp, IconCheck } from '../../vendor/icons/icons.ts'
import { CommentView } from './comment-view.tsx'
import { Composer } from './composer.tsx'
import { nameOf } from './mentions.ts'
import { t } from './messages.ts'
import type { CommentActions, Thread } from './use-threads.ts'
import classes from './comments.module.css'

type Props = {
  thread: Thread
  pageId: string
  actions: CommentActions
  isActive: boolean
  onQuote: () => void
}

/** A thread: the text it quotes, its comments, and the actions to reply and to resolve it. */
export function ThreadCard({ thread, pageId, actions, isActive, onQuote }: Props) {
  const { quote, isResolved, resolvedBy, comments } = thread
  const first = comments[0]
  return (
    <article
      className={classes['thread']}
      data-active={isActive || undefined}
      aria-label={first === undefined ? t.thread : t.threadBy({ name: nameOf(first.author) })}
    >
      {quote !== null && <QuoteLine quote={quote} onQuote={onQuote} />}
      <Stack gap="sm">
        {comments.map((comment) => (
          <CommentView key={comment.id} {...{ comment, pageId, actions }} />
        ))}
      </Stack>
      {isResolved && (
        <Badge variant="light" color="teal" mt="sm" leftSection={<IconCheck size={12} />}>
          {resolvedBy === null ? t.resolved : t.resolvedBy({ name: nameOf(resolvedBy) })}
        </Badge>
      )}
      {actions.canComment && (
        <Group align="flex-start" gap="xs" mt="sm" wrap="nowrap">
          <div style={{ flex: 1, minWidth: 0 }}>
            {!isResolved && (
              <Composer
                pageId={pageId}
                field={`reply ${thread.id}`}
                anchor={`comment-${first?.id ?? thread.id}`}
                label={t.reply}
                action={t.reply}
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
            {isResolved ? t.reopen : t.resolve}
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
        title={isGone ? undefined : t.showOnPage}
        dir="auto"
      >
        {quote.current ?? quote.text}
      </UnstyledButton>
      {isGone && (
        <Text size="xs" c="dimmed" mb="xs">
          {t.textGone}
        </Text>
      )}
      {quote.current !== null && quote.current !== quote.text && (
        <Text size="xs" c="dimmed" mb="xs">
          {t.textChanged({ text: quote.text })}
        </Text>
      )}
    </>
  )
}
