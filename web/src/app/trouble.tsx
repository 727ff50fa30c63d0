import { Anchor, Container, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { OutOfReach } from '../ui/screens/out-of-reach.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { useTitle } from '../ui/screens/screen.tsx'
import { useRenewal } from './renewal.ts'

type Props = { error: unknown; retry?: () => void }

/** A whole screen for what cannot be shown. */
export function Trouble(props: Props) {
  return (
    <Container size="xs" py={96} component="main">
      <Notice {...props} />
    </Container>
  )
}

function Notice({ error, retry }: Props) {
  useTitle('Something is wrong')
  return (
    <Stack>
      <Title order={1} size="h3">
        This cannot be shown right now
      </Title>
      <ErrorNotice error={error} {...(retry === undefined ? {} : { retry })} />
      <Anchor href="/">Back to the start</Anchor>
    </Stack>
  )
}

const reload = () => location.reload()

/** For the router: an address that leads nowhere, or a screen that broke. */
export function RouteTrouble() {
  return <RouteError>{(error) => <Trouble error={error} retry={reload} />}</RouteError>
}

/** The same for a screen within the frame, which stays. */
export function ScreenTrouble() {
  return (
    <RouteError>
      {(error) => (
        <Container size="xs" py={96}>
          <Notice error={error} retry={reload} />
        </Container>
      )}
    </RouteError>
  )
}

function RouteError({ children }: { children: (error: unknown) => ReactNode }) {
  const error = useRouteError()
  const renewal = useRenewal(error)
  if (renewal === 'renewing') return <PageSkeleton />
  if (renewal === 'away') return <OutOfReach what="This screen" retry={reload} />
  if (isRouteErrorResponse(error) && error.status === 404) return <NothingHere />
  return children(error)
}

export function NothingHere() {
  useTitle('Nothing here')
  return (
    <Container size="xs" py={96}>
      <Stack>
        <Title order={1} size="h3">
          There is nothing at this address
        </Title>
        <Anchor href="/">Back to the start</Anchor>
      </Stack>
    </Container>
  )
}
