import { Badge, Card, Group, Stack, Text } from '@mantine/core'
import { failureText } from '../../lib/error-texts/failures/failure-text.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { readable } from './labels.ts'
import { deliveryTexts as t } from './messages.ts'
import { TextBlock } from './text-block.tsx'
import type { Attempt } from './types.ts'

/** The response to one attempt, or why there was none. */
export function AttemptCard({ attempt }: { attempt: Attempt }) {
  const { number, startedAt, durationMs, remoteAddress, request, response, error } = attempt
  return (
    <Card withBorder padding="sm" component="section" aria-label={t.attempt({ number })}>
      <Stack gap="xs">
        <Group gap={8}>
          <Text fw={550} size="sm">
            {t.attempt({ number })}
          </Text>
          <Badge size="sm" variant="light" color={error === null ? 'teal' : 'red'}>
            {response === null ? error?.code : response.status}
          </Badge>
          <Text size="sm" c="dimmed">
            <RelativeTime at={startedAt} /> · {t.duration({ milliseconds: durationMs })}
            {remoteAddress !== null && ` · ${remoteAddress}`}
          </Text>
        </Group>
        {error !== null && <Text size="sm">{failureText(error.failure, error.message)}</Text>}
        <TextBlock title={t.requestHeaders} text={headerLines(request.headers)} />
        {response !== null && (
          <TextBlock
            title={t.response}
            text={`${headerLines(response.headers)}\n\n${bodyOf(response)}`}
          />
        )}
      </Stack>
    </Card>
  )
}

function headerLines(headers: Record<string, string>): string {
  return Object.entries(headers)
    .map(([name, value]) => `${name}: ${value}`)
    .join('\n')
}

function bodyOf({ body, isTruncated }: NonNullable<Attempt['response']>): string {
  if (body === null) return t.emptyBody
  return isTruncated ? `${body}\n${t.truncated}` : readable(body)
}
