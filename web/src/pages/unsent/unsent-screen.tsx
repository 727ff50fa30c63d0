import { IconCloudCheck } from '@tabler/icons-react'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { Screen } from '../../ui/screens/screen.tsx'
import { UnsentRows } from './unsent-rows.tsx'
import { useUnsent } from './use-unsent.ts'

/** Everything in this browser that the server has not got, with the conflicts that wait for a decision. */
export function UnsentScreen() {
  const unsent = useUnsent()
  return (
    <Screen
      title="Unsent changes"
      description="What you wrote in this browser and the server does not have. Open a page to go on with it."
    >
      {unsent.length === 0 ? (
        <EmptyState icon={<IconCloudCheck size={26} />} title="Everything is sent">
          What you write is saved while you write it. Should that fail, you find it here.
        </EmptyState>
      ) : (
        <UnsentRows entries={unsent} />
      )}
    </Screen>
  )
}
