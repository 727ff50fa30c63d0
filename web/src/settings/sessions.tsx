import { Badge, Button, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { IconDeviceLaptop, IconDeviceMobile } from '../../vendor/icons/icons.ts'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { confirm } from '../ui/forms/confirm.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Row } from '../ui/rows/row.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Section } from '../ui/screens/section.tsx'
import { useSignOut } from '../ui/sign-out.ts'
import { browserOf } from './browser-of.ts'
import { securityTexts as t } from './messages.ts'

/** The browsers that the person is signed in to. */
export function Sessions() {
  const { data, error, isPending } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => client.session.list({}),
  })
  const end = useAction(({ id }: Session) => client.session.end({ sessionId: id }), {
    changes: [['sessions']],
    onDone: () => notifications.show({ message: t.browserSignedOut }),
  })
  const signOut = useSignOut()
  return (
    <Section
      title={t.browsers}
      description={t.browsersDescription}
      action={
        <Button
          variant="default"
          onClick={() =>
            confirm({
              title: t.signOutEverywhereTitle,
              body: t.signOutEverywhereBody,
              label: t.signOutEverywhere,
              onConfirm: () => void signOut(() => client.session.removeAll({})),
            })
          }
        >
          {t.signOutEverywhere}
        </Button>
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {isPending && <Skeleton h={48} />}
      <Rows label={t.browsersLabel}>
        {data?.sessions.map((session) => {
          const { id, userAgent, address, lastUsedAt, isCurrent } = session
          const { name, isPhone } = browserOf(userAgent)
          return (
            <Row
              key={id}
              icon={
                isPhone ? (
                  <IconDeviceMobile size={22} stroke={1.5} />
                ) : (
                  <IconDeviceLaptop size={22} stroke={1.5} />
                )
              }
              title={name}
              badge={
                isCurrent && (
                  <Badge variant="light" size="sm">
                    {t.thisBrowser}
                  </Badge>
                )
              }
              note={
                address === null
                  ? t.lastUsed({ when: () => <RelativeTime at={lastUsedAt} /> })
                  : t.lastUsedFrom({ when: () => <RelativeTime at={lastUsedAt} />, address })
              }
              action={
                <Button
                  size="xs"
                  variant="default"
                  aria-label={isCurrent ? t.signOutHere : t.signOutOf({ browser: name })}
                  onClick={() =>
                    confirm({
                      ...questionOf(session),
                      onConfirm: () =>
                        isCurrent
                          ? void signOut(() => client.session.remove({}))
                          : end.mutate(session),
                    })
                  }
                >
                  {t.signOut}
                </Button>
              }
            />
          )
        })}
      </Rows>
    </Section>
  )
}

type Session = Awaited<ReturnType<typeof client.session.list>>['sessions'][number]

function questionOf({ userAgent, isCurrent }: Session) {
  if (isCurrent) {
    return {
      title: t.signOutHereTitle,
      body: t.signOutHereBody,
      label: t.signOut,
    }
  }
  const { name } = browserOf(userAgent)
  return {
    title: t.signOutOfTitle({ browser: name }),
    body: t.signOutOfBody,
    label: t.signOut,
  }
}
