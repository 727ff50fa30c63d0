import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { failureText } from '../../lib/error-texts/failures/failure-text.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { t } from './messages.ts'
import { labelOf, providerOf } from './providers.ts'

export type Model = NonNullable<Awaited<ReturnType<typeof client.embeddings.get>>['model']>

const stateColors: Record<Model['state'], string> = {
  building: 'orange',
  replacing: 'orange',
  live: 'teal',
}

/** The model in use: its progress and its problems. */
export function ModelStatus({ model }: { model: Model }) {
  const { workspace } = useWorkspace()
  const { id: workspaceId } = workspace
  const { memory, problem } = model
  const test = useAction(() => client.embeddings.test({ workspaceId }), {
    showError: 'in the form',
  })
  const off = useAction(() => client.embeddings.off({ workspaceId }), {
    changes: [['embeddings', workspaceId]],
    done: t.turnedOff,
  })
  const askToTurnOff = () =>
    confirm({
      title: t.turnOffTitle,
      body: t.turnOffBody,
      label: t.turnOff,
      onConfirm: () => off.mutate(),
    })
  return (
    <Section
      title={model.model}
      description={descriptionOf(model)}
      action={
        <Group gap="xs">
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            {t.test}
          </Button>
          <Button variant="default" onClick={askToTurnOff}>
            {t.turnOff}
          </Button>
        </Group>
      }
    >
      <Stack gap="sm">
        <Group gap="xs">
          <Badge variant="light" color={stateColors[model.state]} tt="none">
            {t[model.state]}
          </Badge>
        </Group>
        <PagesProcessed pages={model.pages} />
        {problem !== null && (
          <Alert color="red" variant="light" title={t.problemTitle}>
            {t.problem({
              reason: failureText(problem.failure, problem.reason),
              when: () => <RelativeTime at={problem.nextTry} />,
            })}
          </Alert>
        )}
        {memory.bytes > memory.limit && !memory.isIndexed && (
          <Alert color="orange" variant="light" title={t.memoryTitle}>
            {t.memory}
          </Alert>
        )}
        <div aria-live="polite">
          {test.data !== undefined && (
            <Alert color="teal" variant="light">
              {t.works(test.data)}
            </Alert>
          )}
          {test.error !== null && <ErrorNotice error={test.error} title={t.fails} />}
        </div>
      </Stack>
    </Section>
  )
}

function descriptionOf(model: Model): string {
  const details = t.details({ provider: labelOf(providerOf(model)), dimensions: model.dimensions })
  return model.baseUrl === null ? details : `${details} · ${model.baseUrl}`
}

function PagesProcessed({ pages: { waiting, done, refused } }: Pick<Model, 'pages'>) {
  const all = waiting + done + refused
  const share = all === 0 ? 100 : (100 * (done + refused)) / all
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm">{t.processed({ done, all })}</Text>
        {refused > 0 && (
          <Text size="sm" c="dimmed">
            {t.refused({ count: refused })}
          </Text>
        )}
      </Group>
      <Progress value={share} aria-label={t.progress} />
    </div>
  )
}
