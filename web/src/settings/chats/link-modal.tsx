import { Anchor, Button, Code, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import { t } from './messages.ts'
import type { Bot } from './types.ts'

type Props = { bot: Bot; isOpen: boolean; close: () => void }

/** A code that links a chat account with the person. */
export function LinkModal({ bot, isOpen, close }: Props) {
  return (
    <Modal opened={isOpen} onClose={close} title={t.linkTitle({ bot: bot.name })}>
      {isOpen && <NewCode bot={bot} />}
    </Modal>
  )
}

function NewCode({ bot }: { bot: Bot }) {
  const { workspace } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['chats', workspace.id, 'code', bot.id],
    queryFn: () => client.chats.linkCode({ workspaceId: workspace.id, connectionId: bot.id }),
    // Each request creates a new code and ends the previous one.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={90} />
  return (
    <Stack gap="sm">
      <Text size="sm">{t.linkBody}</Text>
      <Group gap="xs" wrap="nowrap">
        <Code block dir="ltr" flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {data.command}
        </Code>
        <CopyButton value={data.command} label={t.copy} variant="filled" />
      </Group>
      {data.url !== null && (
        <Button component="a" href={data.url} target="_blank" rel="noreferrer" variant="light">
          {t.openChat}
        </Button>
      )}
      <Text size="sm" c="dimmed">
        {t.newCode({
          link: (children) => (
            <Anchor component="button" type="button" onClick={() => void refetch()}>
              {children}
            </Anchor>
          ),
        })}
      </Text>
    </Stack>
  )
}
