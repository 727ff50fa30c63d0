import { Badge, Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { t } from './messages.ts'
import { useServiceLabel } from './service-list.ts'
import type { Bot, LinkedPerson } from './types.ts'

/** Linked chat accounts: all of them for owners and admins, their own for others. */
export function LinkedPeople({ bots }: { bots: readonly Bot[] }) {
  const { workspace } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['chats', workspace.id, 'links'],
    queryFn: () => client.chats.listLinked({ workspaceId: workspace.id }),
    refetchInterval: 10_000,
  })
  return (
    <Section title={t.linked}>
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data?.links.length === 0 && <Text c="dimmed">{t.linkedEmpty}</Text>}
      <Rows label={t.linked}>
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
    { changes: [['chats', workspace.id, 'links']], done: t.unlinked({ chatName: link.chatName }) },
  )
  return (
    <Row
      title={name}
      badge={
        link.isMine && (
          <Badge size="sm" variant="default">
            {t.you}
          </Badge>
        )
      }
      note={t.linkedAs({
        chatName: link.chatName,
        service: bot === undefined ? t.unknownService : labelOf(bot.service),
        when: () => <RelativeTime at={link.createdAt} />,
      })}
      action={
        <Button
          variant="default"
          size="xs"
          aria-label={t.unlinkLabel({ chatName: link.chatName })}
          loading={unlink.isPending}
          onClick={() =>
            confirm({
              title: t.unlinkTitle({ chatName: link.chatName }),
              body: t.unlinkBody({ name }),
              label: t.unlink,
              onConfirm: () => unlink.mutate(),
            })
          }
        >
          {t.unlink}
        </Button>
      }
    />
  )
}
