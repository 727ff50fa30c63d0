import { ActionIcon, Anchor, Group, Stack, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router'
import { IconEyeOff } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { displayTitle } from '../../lib/page-title.ts'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { showFailure } from '../../ui/undo.tsx'
import { watchesQuery } from '../../ui/watches/watches-query.ts'
import { t } from './messages.ts'

/** The pages that the person watches. */
export function WatchedPages({ workspaceId }: { workspaceId: string }) {
  const queries = useQueryClient()
  const query = watchesQuery(workspaceId)
  const { data, error, refetch } = useQuery(query)
  const stop = async (pageId: string) => {
    try {
      await client.watches.remove({ workspaceId, pageId })
    } catch (failure) {
      showFailure(t.notSaved, failure)
    }
    await queries.invalidateQueries({ queryKey: query.queryKey })
  }
  return (
    <Section title={t.watched} description={t.watchedHint}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      <Stack component="ul" gap={4} m={0} p={0} maw={480} style={{ listStyle: 'none' }}>
        {data?.pages.map(({ id, title, includesSubpages }) => (
          <Group key={id} component="li" justify="space-between" wrap="nowrap">
            <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
              <Anchor component={Link} to={`/pages/${id}`} dir="auto" inherit>
                {displayTitle(title)}
              </Anchor>
              {includesSubpages && ` (${t.withSubpages})`}
            </Text>
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={t.stopWatching({ title: displayTitle(title) })}
              onClick={() => void stop(id)}
            >
              <IconEyeOff size={16} />
            </ActionIcon>
          </Group>
        ))}
      </Stack>
    </Section>
  )
}
