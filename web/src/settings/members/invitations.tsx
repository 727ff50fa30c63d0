import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { roleNames } from '../../lib/roles.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { t } from './messages.ts'

/** Invitations that nobody has used yet; hidden when there are none. */
export function Invitations({ workspaceId }: { workspaceId: string }) {
  const { data } = useQuery({
    queryKey: ['invitations', workspaceId],
    queryFn: () => client.invitations.list({ workspaceId }),
  })
  const revoke = useAction(
    (invitationId: string) => client.invitations.revoke({ workspaceId, invitationId }),
    { changes: [['invitations', workspaceId]], done: t.revoked },
  )
  if (data === undefined || data.invitations.length === 0) return null
  return (
    <Section title={t.invitations} description={t.invitationsDescription}>
      <Rows label={t.invitations}>
        {data.invitations.map(({ id, email, role, isGuest, expiresAt }) => (
          <Row
            key={id}
            title={email ?? t.anyone}
            note={t.invitationExpires({
              role: isGuest ? t.guest : roleNames[role],
              when: () => <RelativeTime at={expiresAt} />,
            })}
            action={
              <Button
                variant="default"
                size="xs"
                aria-label={email === null ? t.revokeOpen : t.revokeFor({ email })}
                onClick={() => revoke.mutate(id)}
              >
                {t.revoke}
              </Button>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
