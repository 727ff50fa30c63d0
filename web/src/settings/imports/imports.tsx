import { Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconFileImport } from '../../../vendor/icons/icons.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { SettingsScreen } from '../../ui/screens/settings-screen.tsx'
import { ExportPages } from './export-pages.tsx'
import { ImportCard } from './import-card.tsx'
import { importsKey, isActive } from './import-queries.ts'
import { t } from './messages.ts'
import { NewImport } from './new-import.tsx'

/** How often the progress of an import is asked for. */
const refetchMs = 1000

/** Imports into the workspace: a new one, and those so far. */
export function Imports() {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const { data, error, refetch } = useQuery({
    queryKey: importsKey(workspaceId),
    queryFn: () => client.imports.list({ workspaceId, limit: 20 }),
    refetchInterval: ({ state }) =>
      state.data?.imports.some(isActive) === true ? refetchMs : false,
  })
  return (
    <SettingsScreen title={t.title} description={t.description({ workspace: workspace.name })}>
      <NewImport key={`new ${workspaceId}`} workspaceId={workspaceId} />
      <Section title={t.imports}>
        {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
        {data?.imports.length === 0 && (
          <EmptyState icon={<IconFileImport size={26} />} title={t.none}>
            {t.noneHint}
          </EmptyState>
        )}
        <Stack gap="md">
          {data?.imports.map((one) => (
            <ImportCard key={one.id} workspaceId={workspaceId} shown={one} />
          ))}
        </Stack>
      </Section>
      <ExportPages key={`export ${workspaceId}`} workspaceId={workspaceId} />
    </SettingsScreen>
  )
}
