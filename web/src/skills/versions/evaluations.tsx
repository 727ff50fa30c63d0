import { Badge, Group, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { t } from '../messages.ts'
import { type Evaluation, evaluationsQuery } from '../skill-queries.ts'

type Props = { workspaceId: string; pageId: string; version: number }

const colors = { passed: 'green', failed: 'red', scored: 'blue' } as const

/** The reported results of a version, newest first. */
export function Evaluations(version: Props) {
  const { data, error } = useQuery(evaluationsQuery(version))
  if (error !== null) return <ErrorNotice error={error} />
  if (data === undefined) return <Skeleton h={60} />
  return (
    <Stack gap="xs" component="ul" m={0} ps="md">
      {data.evaluations.map((evaluation) => (
        <li key={evaluation.id}>
          <Result evaluation={evaluation} />
        </li>
      ))}
    </Stack>
  )
}

function Result({ evaluation }: { evaluation: Evaluation }) {
  const { name, outcome, score, note, model, client, reportedBy, reportedAt } = evaluation
  const by = [`${reportedBy.firstName} ${reportedBy.lastName}`, model, client ?? '']
  return (
    <>
      <Group gap="xs">
        <Text span size="sm" dir="auto">
          {name}
        </Text>
        <Badge size="sm" variant="light" color={colors[outcome]}>
          {outcomeOf(evaluation)}
        </Badge>
        {score !== null && outcome !== 'scored' && (
          <Text span size="xs">
            {t.score({ score })}
          </Text>
        )}
      </Group>
      <Text size="xs" c="dimmed" dir="auto">
        {by.filter((part) => part.trim() !== '').join(' · ')} · <RelativeTime at={reportedAt} />
      </Text>
      {note !== '' && (
        <Text size="sm" dir="auto">
          {note}
        </Text>
      )}
    </>
  )
}

/** In words, with the score where there is nothing else. */
export function outcomeOf({ outcome, score }: Pick<Evaluation, 'outcome' | 'score'>): string {
  if (outcome === 'passed') return t.passed
  if (outcome === 'failed') return t.failed
  return t.score({ score: score ?? 0 })
}
