import { Button } from '@mantine/core'
import { useNetwork } from '@mantine/hooks'
import { IconWifiOff } from '@tabler/icons-react'
import { EmptyState } from './empty-state.tsx'

type Props = { what: string; retry: () => void }

/** In the place of what never came, for want of a connection. Whoever shows it loads it when there is one. */
export function OutOfReach({ what, retry }: Props) {
  const { online } = useNetwork()
  return (
    <div role="alert">
      <EmptyState
        icon={<IconWifiOff size={26} />}
        title={`${what} is not loaded yet`}
        action={
          <Button variant="default" mt="sm" onClick={retry}>
            Try again
          </Button>
        }
      >
        {online ? 'The server does not answer.' : 'You are offline.'} It opens by itself as soon as
        the connection is back.
      </EmptyState>
    </div>
  )
}
