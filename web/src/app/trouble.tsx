import { Anchor, Container, Stack, Title } from '@mantine/core'
import { useEffect, useState } from 'react'
import { isRouteErrorResponse, useRouteError } from 'react-router'
import { ErrorNotice } from '../ui/error-notice.tsx'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { useTitle } from '../ui/screen.tsx'

/** A whole screen for what cannot be shown. */
export function Trouble({ error, retry }: { error: unknown; retry?: () => void }) {
  useTitle('Something is wrong')
  return (
    <Container size="xs" py={96} component="main">
      <Stack>
        <Title order={1} size="h3">
          This cannot be shown right now
        </Title>
        <ErrorNotice error={error} {...(retry === undefined ? {} : { retry })} />
        <Anchor href="/">Back to the start</Anchor>
      </Stack>
    </Container>
  )
}

/** The server was renewed, and the app in this tab asks for parts that are no more. */
const isOld = /dynamically imported module|importing a module script/i
const renewedAt = 'quire.renewed'

function useRenewal(error: unknown): boolean {
  const [isRenewing] = useState(
    () =>
      error instanceof TypeError &&
      isOld.test(error.message) &&
      Date.now() - Number(sessionStorage.getItem(renewedAt) ?? 0) > 60_000,
  )
  useEffect(() => {
    if (!isRenewing) return
    sessionStorage.setItem(renewedAt, String(Date.now()))
    location.reload()
  }, [isRenewing])
  return isRenewing
}

/** For the router: an address that leads nowhere, or a screen that broke. */
export function RouteTrouble() {
  const error = useRouteError()
  const isRenewing = useRenewal(error)
  if (isRenewing) return <PageSkeleton />
  if (isRouteErrorResponse(error) && error.status === 404) return <NothingHere />
  return <Trouble error={error} retry={() => location.reload()} />
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
