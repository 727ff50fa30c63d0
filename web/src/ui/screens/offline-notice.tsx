import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '../../../vendor/icons/icons.ts'
import { t } from '../messages.ts'
import { EmptyState } from './empty-state.tsx'

type Props = { title: string; retry: () => void }

/** Shown instead of what could not be loaded without a connection. The caller loads it when there is one. */
export function OfflineNotice({ title, retry }: Props) {
  const { online } = useNetwork()
  return (
    <div role="alert">
      <EmptyState
        icon={<IconWifiOff size={26} />}
        title={title}
        action={
          <Button variant="default" mt="sm" onClick={retry}>
            {t.tryAgain}
          </Button>
        }
      >
        {online ? t.opensWhenReachable : t.opensWhenOnline}
      </EmptyState>
    </div>
  )
}
