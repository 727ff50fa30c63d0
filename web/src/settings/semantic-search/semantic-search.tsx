import { Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { AdminsOnly } from '../admins-only.tsx'
import { t } from './messages.ts'
import { ModelForm } from './model-form.tsx'
import { ModelStatus } from './model-status.tsx'

/** The embeddings model of the workspace, its progress, and a form to change it. */
export function SemanticSearch() {
  return (
    <SettingsScreen title={t.title} description={t.description}>
      <AdminsOnly>
        <Loaded />
      </AdminsOnly>
    </SettingsScreen>
  )
}

function Loaded() {
  const { workspace } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['embeddings', workspace.id],
    queryFn: () => client.embeddings.get({ workspaceId: workspace.id }),
    // The progress changes while pages are processed.
    refetchInterval: ({ state }) => (isProcessing(state.data) ? 2000 : false),
  })
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={180} mt="lg" />
  return (
    <>
      {data.model !== null && <ModelStatus model={data.model} />}
      <Section
        title={data.model === null ? t.choose : t.change}
        description={data.model === null ? t.privacy : t.changing}
      >
        <ModelForm key={workspace.id} model={data.model} />
      </Section>
    </>
  )
}

type Answer = Awaited<ReturnType<typeof client.embeddings.get>>

function isProcessing(answer: Answer | undefined): boolean {
  return answer?.model != null && (answer.model.pages.waiting > 0 || answer.model.state !== 'live')
}
