import { Stack, Text, Title } from '@mantine/core'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { headingOf } from './change-view.tsx'
import { t } from './messages.ts'
import type { Proposal } from './queries.ts'

/** What was said about a proposal and its changes, oldest first. */
export function Discussion({
  comments,
  list,
  isAcceptedInPart,
}: Pick<Proposal, 'comments' | 'list' | 'isAcceptedInPart'>) {
  if (comments.length === 0) return null
  const saying = {
    comment: t.saidComment,
    changes_requested: t.saidRequest,
    approved: t.saidApproved,
    accepted: isAcceptedInPart ? t.saidAcceptedInPart : t.saidAccepted,
    declined: t.saidDeclined,
    withdrawn: t.saidWithdrawn,
    updated: t.saidUpdated,
  }
  const headings = new Map(list.map((change) => [change.number, headingOf(change)]))
  return (
    <Stack gap="xs" mb="md">
      <Title order={2} size="h5">
        {t.discussion}
      </Title>
      {comments.map(({ id, kind, markdown, author, run, createdAt, change }) => (
        <div key={id}>
          <Text size="xs" c="dimmed" title={claimOf(run)}>
            {authorName(author, run)} · {saying[kind]} · <RelativeTime at={createdAt} />
            {change !== null && headings.has(change) && <> · {headings.get(change)}</>}
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
