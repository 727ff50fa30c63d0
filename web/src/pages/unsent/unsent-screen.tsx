import { IconCloudCheck } from '../../../vendor/icons/icons.ts'
import { EmptyState } from '../../ui/screens/empty-state.tsx'
import { Screen } from '../../ui/screens/screen.tsx'
import { t } from './messages.ts'
import { UnsentRows } from './unsent-rows.tsx'
import { useUnsent } from './use-unsent.ts'

/** Everything in this browser that the server has not got, with the conflicts that wait for a decision. */
export function UnsentScreen() {
  const unsent = useUnsent()
  return (
    <Screen title={t.title} description={t.description}>
      {unsent.length === 0 ? (
        <EmptyState icon={<IconCloudCheck size={26} />} title={t.emptyTitle}>
          {t.empty}
        </EmptyState>
      ) : (
        <UnsentRows entries={unsent} />
      )}
    </Screen>
  )
}
