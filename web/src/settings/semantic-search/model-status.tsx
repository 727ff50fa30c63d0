import { Alert, Badge, Button, Group, Progress, Stack, Text } from '@mantine/core'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { When } from '../../ui/when.tsx'
import { providerOf } from './providers.ts'

export type Model = NonNullable<Awaited<ReturnType<typeof client.embeddings.get>>['model']>

const states: Record<Model['state'], { label: string; color: string }> = {
  building: { label: 'Reading all pages; words alone answer', color: 'orange' },
  replacing: { label: 'Reading all pages; the model before it answers', color: 'orange' },
  live: { label: 'In use', color: 'teal' },
}

/** The model in use: how far it is, what stands in its way. */
export function ModelStatus({ model }: { model: Model }) {
  const { workspace } = useWorkspace()
  const { id: workspaceId } = workspace
  const { memory } = model
  const test = useAction(() => client.embeddings.test({ workspaceId }), {
    showError: 'in the form',
  })
  const off = useAction(() => client.embeddings.off({ workspaceId }), {
    changes: [['embeddings', workspaceId]],
    done: 'Words alone answer from now on.',
  })
  const askToTurnOff = () =>
    confirm({
      title: 'Go back to words alone?',
      body: 'The model, its key and all vectors are deleted. Setting it again reads all pages anew.',
      label: 'Turn off',
      onConfirm: () => off.mutate(),
    })
  return (
    <Section
      title={model.model}
      description={`${providerOf(model).label} · ${model.dimensions} dimensions${model.baseUrl === null ? '' : ` · ${model.baseUrl}`}`}
      action={
        <Group gap="xs">
          <Button variant="default" loading={test.isPending} onClick={() => test.mutate()}>
            Test
          </Button>
          <Button variant="default" onClick={askToTurnOff}>
            Turn off
          </Button>
        </Group>
      }
    >
      <Stack gap="sm">
        <Group gap="xs">
          <Badge variant="light" color={states[model.state].color} tt="none">
            {states[model.state].label}
          </Badge>
        </Group>
        <PagesRead pages={model.pages} />
        {model.problem !== null && (
          <Alert color="red" variant="light" title="Something stands in its way">
            {model.problem.reason} It is tried again <When at={model.problem.nextTry} />.
          </Alert>
        )}
        {memory.bytes > memory.limit && !memory.isIndexed && (
          <Alert color="orange" variant="light" title="Words alone answer">
            The vectors of this workspace need more memory than the server may use for them. Raise
            VECTOR_MEMORY on the server, or install pgvector in its PostgreSQL.
          </Alert>
        )}
        <div aria-live="polite">
          {test.data !== undefined && (
            <Alert color="teal" variant="light">
              The model answers: {test.data.dimensions} dimensions in {test.data.milliseconds} ms.
            </Alert>
          )}
          {test.error !== null && (
            <ErrorNotice error={test.error} title="The model does not answer" />
          )}
        </div>
      </Stack>
    </Section>
  )
}

function PagesRead({ pages: { waiting, done, refused } }: Pick<Model, 'pages'>) {
  const all = waiting + done + refused
  const share = all === 0 ? 100 : (100 * (done + refused)) / all
  return (
    <div>
      <Group justify="space-between" mb={4}>
        <Text size="sm">
          {done.toLocaleString('en')} of {all.toLocaleString('en')} pages read
        </Text>
        {refused > 0 && (
          <Text size="sm" c="dimmed">
            {refused.toLocaleString('en')} refused by the model; words find them
          </Text>
        )}
      </Group>
      <Progress value={share} aria-label="Pages read" />
    </div>
  )
}
