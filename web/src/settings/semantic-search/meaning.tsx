import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { AdminsOnly } from '../admins-only.tsx'
import { ModelForm } from './model-form.tsx'
import { ModelStatus } from './model-status.tsx'

/** The embeddings model of the workspace: what it is, how far it is, and another one. */
export function Meaning() {
  return (
    <SettingsScreen
      title="Search by meaning"
      description="With an embeddings model a page about automobiles is found by “car” too. Words are always searched, with a model or without."
    >
      <AdminsOnly>
        <Shown />
      </AdminsOnly>
    </SettingsScreen>
  )
}

function Shown() {
  const { workspace } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['embeddings', workspace.id],
    queryFn: () => client.embeddings.get({ workspaceId: workspace.id }),
    // While pages wait, the figures move.
    refetchInterval: ({ state }) => (isAtWork(state.data) ? 2000 : false),
  })
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={180} mt="lg" />
  return (
    <>
      {data.model !== null && <ModelStatus model={data.model} />}
      <Section
        title={data.model === null ? 'Choose a model' : 'Change the model'}
        description={
          <>
            Whoever runs the model reads your pages and your queries.{' '}
            {data.model !== null &&
              'Another model reads all pages anew; until then this one answers.'}
          </>
        }
      >
        <ModelForm key={workspace.id} model={data.model} />
      </Section>
    </>
  )
}

type Answer = Awaited<ReturnType<typeof client.embeddings.get>>

function isAtWork(answer: Answer | undefined): boolean {
  return answer?.model != null && (answer.model.pages.waiting > 0 || answer.model.state !== 'live')
}
