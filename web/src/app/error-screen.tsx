import { Anchor, Container, Stack, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { OfflineNotice } from '../ui/screens/offline-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { useTitle } from '../ui/screens/screen.tsx'
import { t } from './messages.ts'
import { useStaleBuildReload } from './stale-build.ts'

type Props = { error: unknown; retry?: () => void }

/** A whole screen for what cannot be shown. */
export function ErrorScreen(props: Props) {
  return (
    <Container size="xs" py={96} component="main">
      <Notice {...props} />
    </Container>
  )
}

function Notice({ error, retry }: Props) {
  useTitle(t.errorTitle)
  return (
    <Stack>
      <Title order={1} size="h3">
        {t.errorHeading}
      </Title>
      <ErrorNotice error={error} {...(retry === undefined ? {} : { retry })} />
      <Anchor href="/">{t.backHome}</Anchor>
    </Stack>
  )
}

const reload = () => location.reload()

/** For the router: an address that leads nowhere, or a screen that broke. */
export function RouteErrorScreen() {
  return <RouteError>{(error) => <ErrorScreen error={error} retry={reload} />}</RouteError>
}

/** The same for a screen within the frame, which stays. */
export function FrameErrorScreen() {
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
  const reloading = useStaleBuildReload(error)
  if (reloading === 'reloading') return <PageSkeleton />
  if (reloading === 'unreachable') return <OfflineNotice title={t.screenNotLoaded} retry={reload} />
  if (isRouteErrorResponse(error) && error.status === 404) return <NotFoundScreen />
  return children(error)
}

export function NotFoundScreen() {
  useTitle(t.notFoundTitle)
  return (
    <Container size="xs" py={96}>
      <Stack>
        <Title order={1} size="h3">
          {t.notFoundHeading}
        </Title>
        <Anchor href="/">{t.backHome}</Anchor>
      </Stack>
    </Container>
  )
}
