import { Badge, Button, Skeleton } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconDeviceLaptop, IconDeviceMobile } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { confirm } from '../ui/forms/confirm.tsx'
import { Row } from '../ui/rows/row.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Section } from '../ui/screens/section.tsx'
import { useSignOut } from '../ui/sign-out.ts'
import { When } from '../ui/when.tsx'
import { browserOf } from './browser-of.ts'

/** Where the person is signed in. */
export function Sessions() {
  const { data, error, isPending } = useQuery({
    queryKey: ['sessions'],
    queryFn: () => client.session.list({}),
  })
  const end = useAction(({ id }: Session) => client.session.end({ sessionId: id }), {
    changes: [['sessions']],
    onDone: () => notifications.show({ message: 'That browser is signed out.' }),
  })
  const signOut = useSignOut()
  return (
    <Section
      title="Browsers"
      description="Where you are signed in now. A session ends 30 days after its last use, and 90 days after you signed in."
      action={
        <Button
          variant="default"
          onClick={() =>
            confirm({
              title: 'Sign out everywhere?',
              body: 'Every browser has to sign in again, this one too. API keys go on working.',
              label: 'Sign out everywhere',
              onConfirm: () => void signOut(() => client.session.removeAll({})),
            })
          }
        >
          Sign out everywhere
        </Button>
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {isPending && <Skeleton h={48} />}
      <Rows label="Browsers you are signed in on">
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
                    This one
                  </Badge>
                )
              }
              note={
                <>
                  Used <When at={lastUsedAt} />
                  {address !== null && ` · signed in from ${address}`}
                </>
              }
              action={
                <Button
                  size="xs"
                  variant="default"
                  aria-label={`Sign out ${isCurrent ? 'here' : name}`}
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
                  Sign out
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
      title: 'Sign out here?',
      body: 'This browser has to sign in again. Others stay signed in.',
      label: 'Sign out',
    }
  }
  const { name } = browserOf(userAgent)
  return {
    title: `Sign out ${name}?`,
    body: 'That browser has to sign in again. This one stays signed in.',
    label: 'Sign out',
  }
}
