import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { When } from '../../ui/when.tsx'
import { Block } from './block.tsx'
import type { Attempt } from './shapes.ts'
import { readable } from './words.ts'

/** What was answered to one attempt, or what went wrong. */
export function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, startedAt, durationMs, remoteAddress, request, response, error } = attempt
  return (
    <Card withBorder padding="sm" component="section" aria-label={`Attempt ${number}`}>
      <Stack gap="xs">
        <Group gap={8}>
          <Text fw={550} size="sm">
            Attempt {number}
          </Text>
          <Badge size="sm" variant="light" color={error === null ? 'teal' : 'red'}>
            {response === null ? error?.code : response.status}
          </Badge>
          <Text size="sm" c="dimmed">
            <When at={startedAt} /> · {durationMs} ms
            {remoteAddress !== null && ` · ${remoteAddress}`}
          </Text>
        </Group>
        {error !== null && <Text size="sm">{sentence(error.message)}</Text>}
        <Block title="Request headers" text={listed(request.headers)} />
        {response !== null && (
          <Block title="Answer" text={`${listed(response.headers)}\n\n${bodyOf(response)}`} />
        )}
      </Stack>
    </Card>
  )
}

function listed(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function bodyOf({ body, isTruncated }: NonNullable<Attempt['response']>): string {
  if (body === null) return '(empty, or kept no longer)'
  return isTruncated ? `${body}\n… (16 KiB are kept)` : readable(body)
}

function sentence(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}.`
}
