import { Button, Skeleton, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useRights } from '../lib/workspace.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { showFailure } from '../ui/undo.tsx'
import { type Mention, type PageIds, useMentions } from './link-queries.ts'
import { t } from './messages.ts'
import { PageLine, SentenceAround } from './page-line.tsx'
import classes from './links.module.css'

/** Where other pages have the title of a page without a link to it. */
export function Mentions(page: PageIds) {
  const { data, error, refetch } = useMentions(page)
  const { canWrite } = useRights()
  const queries = useQueryClient()
  const { workspaceId, pageId: targetPageId } = page
  const { mutate, variables, isPending } = useMutation({
    mutationFn: ({ page: source, block }: Mention) =>
      client.pageLinks.link({ workspaceId, pageId: source.id, block, targetPageId }),
    onSuccess: (_, { page: { title } }) => {
      notifications.show({ message: t.linked({ title: displayTitle(title) }) })
    },
    onError: (failure) => showFailure(t.notLinked, failure),
    onSettled: () => queries.invalidateQueries({ queryKey: ['links'] }),
  })
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={60} radius="md" />
  return (
    <>
      {data.items.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.noMentions}
        </Text>
      )}
      <ul className={classes['list']}>
        {data.items.map((mention) => (
          <li key={mention.page.id} className={classes['mention']}>
            <div>
              <PageLine page={mention.page} />
              <SentenceAround {...mention.sentence} />
            </div>
            {canWrite && (
              <Button
                size="compact-xs"
                variant="default"
                loading={isPending && variables === mention}
                aria-label={t.linkIn({ title: displayTitle(mention.page.title) })}
                onClick={() => mutate(mention)}
              >
                {t.link}
              </Button>
            )}
          </li>
        ))}
      </ul>
      {data.hasMore && (
        <Text size="xs" c="dimmed" mt={6}>
          {t.moreMentions}
        </Text>
      )}
    </>
  )
}
