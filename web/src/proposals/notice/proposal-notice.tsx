import { Anchor, Button, Group, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { includes } from '../../lib/access/levels.ts'
import { usePageLevel } from '../../lib/access/page-level.ts'
import { proposalsQuery } from '../queries.ts'
import { t } from './messages.ts'

/** Says which open proposals change a page, and lets people who may only propose suggest changes. */
export function ProposalNotice({ workspaceId, pageId }: { workspaceId: string; pageId: string }) {
  const level = usePageLevel(workspaceId, pageId)
  const { data } = useQuery(proposalsQuery(workspaceId, { state: 'open', pageId }, 1))
  const count = data?.counts['open'] ?? 0
  const canSuggest = includes(level, 'propose') && !includes(level, 'write')
  if (count === 0 && !canSuggest) return null
  return (
    <Group gap="sm" my="xs">
      {count > 0 && (
        <Text size="sm" role="status">
          {t.onPage({
            count,
            link: (label) => (
              <Anchor component={Link} to={`/proposals?page=${pageId}`} inherit>
                {label}
              </Anchor>
            ),
          })}
        </Text>
      )}
      {canSuggest && (
        <Button size="xs" variant="light" component={Link} to={`/pages/${pageId}/suggest`}>
          {t.suggest}
        </Button>
      )}
    </Group>
  )
}
