import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { When } from '../../ui/when.tsx'
import { useServiceLabel } from './service-list.ts'
import type { Bot, LinkedPerson } from './shapes.ts'

/** Who is who in the chats: everybody for owners and admins, oneself for others. */
export function LinkedPeople({ bots }: { bots: readonly Bot[] }) {
  const { workspace } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['chats', workspace.id, 'links'],
    queryFn: () => client.chats.listLinked({ workspaceId: workspace.id }),
    refetchInterval: 10_000,
  })
  return (
    <Section title="Linked people">
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data?.links.length === 0 && (
        <Text c="dimmed">Nobody yet. “Link me” above gives a code for the bot.</Text>
      )}
      <Rows label="Linked people">
        {data?.links.map((link) => (
          <LinkRow
            key={`${link.connectionId} ${link.chatUserId}`}
            link={link}
            bot={bots.find(({ id }) => id === link.connectionId)}
          />
        ))}
      </Rows>
    </Section>
  )
}

function LinkRow({ link, bot }: { link: LinkedPerson; bot: Bot | undefined }) {
  const { workspace } = useWorkspace()
  const labelOf = useServiceLabel()
  const { connectionId, chatUserId, person } = link
  const name = `${person.firstName} ${person.lastName}`
  const unlink = useAction(
    () => client.chats.unlink({ workspaceId: workspace.id, connectionId, chatUserId }),
    { changes: [['chats', workspace.id, 'links']], done: `${link.chatName} is a stranger again.` },
  )
  return (
    <Row
      title={name}
      badge={
        link.isMine && (
          <Badge size="sm" variant="default">
            You
          </Badge>
        )
      }
      note={
        <>
          {link.chatName} on {bot === undefined ? 'a chat' : labelOf(bot.service)} · linked{' '}
          <When at={link.createdAt} />
        </>
      }
      action={
        <Button
          variant="default"
          size="xs"
          aria-label={`Unlink ${link.chatName}`}
          loading={unlink.isPending}
          onClick={() =>
            confirm({
              title: `Unlink ${link.chatName}?`,
              body: `The bot forgets at once that this is ${name}.`,
              label: 'Unlink',
              onConfirm: () => unlink.mutate(),
            })
          }
        >
          Unlink
        </Button>
      }
    />
  )
}
