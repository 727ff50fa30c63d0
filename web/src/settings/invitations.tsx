import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { roleNames } from '../lib/roles.ts'
import { Row } from '../ui/rows/row.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { Section } from '../ui/screens/section.tsx'
import { When } from '../ui/when.tsx'

/** Links that are out and not used yet; nothing is shown where there are none. */
export function Invitations({ workspaceId }: { workspaceId: string }) {
  const { data } = useQuery({
    queryKey: ['invitations', workspaceId],
    queryFn: () => client.invitations.list({ workspaceId }),
  })
  const revoke = useAction(
    (invitationId: string) => client.invitations.revoke({ workspaceId, invitationId }),
    { changes: [['invitations', workspaceId]], done: 'The invitation no longer works.' },
  )
  if (data === undefined || data.invitations.length === 0) return null
  return (
    <Section title="Open invitations" description="Links that nobody has used yet.">
      <Rows label="Open invitations">
        {data.invitations.map(({ id, email, role, expiresAt }) => (
          <Row
            key={id}
            title={email ?? 'Anyone with the link'}
            note={
              <>
                {roleNames[role]} · expires <When at={expiresAt} />
              </>
            }
            action={
              <Button
                variant="default"
                size="xs"
                aria-label={`Revoke the invitation for ${email ?? 'anyone with the link'}`}
                onClick={() => revoke.mutate(id)}
              >
                Revoke
              </Button>
            }
          />
        ))}
      </Rows>
    </Section>
  )
}
