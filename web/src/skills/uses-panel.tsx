import { Badge, Group, Skeleton, Stack, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { t } from './messages.ts'
import type { SkillProps } from './skill-dialog-props.ts'
import { type SkillUser, usesQuery } from './skill-queries.ts'

/** Who uses a skill, the last ones first. */
export function UsesPanel({ skill, workspaceId }: SkillProps) {
  const { data, error } = useQuery(usesQuery({ workspaceId, pageId: skill.id }))
  if (error !== null) return <ErrorNotice error={error} />
  if (data === undefined) return <Skeleton h={120} />
  return (
    <Stack gap="sm">
      <Text size="sm" c="dimmed">
        {t.usesHint} {t.countedSince({ at: new Date(data.since) })}
      </Text>
      {data.users.length === 0 && <Text>{t.noUses}</Text>}
      {data.users.length > 0 && (
        <Table aria-label={t.uses}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{t.usedBy}</Table.Th>
              <Table.Th>{t.uses}</Table.Th>
              <Table.Th>{t.lastUse}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {data.users.map((user) => (
              <UserRow key={`${user.kind} ${user.person?.id} ${user.client}`} user={user} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Stack>
  )
}

function UserRow({ user }: { user: SkillUser }) {
  return (
    <Table.Tr>
      <Table.Td>
        <Group gap="xs">
          <Text span size="sm" dir="auto">
            {nameOf(user)}
          </Text>
          {user.kind === 'agent' && (
            <Badge size="sm" variant="light">
              {t.agent}
            </Badge>
          )}
        </Group>
        {user.client !== null && (
          <Text size="xs" c="dimmed" dir="auto">
            {user.client}
          </Text>
        )}
      </Table.Td>
      <Table.Td>{t.count({ count: user.uses })}</Table.Td>
      <Table.Td>
        <RelativeTime at={user.lastUsedAt} />
      </Table.Td>
    </Table.Tr>
  )
}

function nameOf({ kind, person }: SkillUser): string {
  if (person !== null) return `${person.firstName} ${person.lastName}`.trim()
  return kind === 'public' ? t.publicUsers : t.hiddenUsers
}
