import { Anchor, Button, Code, Group, Modal, Skeleton, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'
import { CopyButton } from '../../ui/forms/copy-button.tsx'
import { ErrorNotice } from '../../ui/screens/error-notice.tsx'
import type { Bot } from './shapes.ts'

type Props = { bot: Bot; isOpen: boolean; close: () => void }

/** A code that tells the bot who the person is. */
export function LinkModal({ bot, isOpen, close }: Props) {
  return (
    <Modal opened={isOpen} onClose={close} title={`Link yourself with ${bot.name}`}>
      {isOpen && <NewCode bot={bot} />}
    </Modal>
  )
}

function NewCode({ bot }: { bot: Bot }) {
  const { workspace } = useWorkspace()
  const { data, error, refetch } = useQuery({
    queryKey: ['chats', workspace.id, 'code', bot.id],
    queryFn: () => client.chats.linkCode({ workspaceId: workspace.id, connectionId: bot.id }),
    // Each time it is asked a new one is made, and the one before ends.
    gcTime: 0,
    staleTime: Infinity,
    refetchOnWindowFocus: false,
  })
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (data === undefined) return <Skeleton h={90} />
  return (
    <Stack gap="sm">
      <Text size="sm">
        Say this to the bot in a private chat, within ten minutes. Whoever says it is you there:
        give it to nobody.
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code block flex={1} style={{ overflowWrap: 'anywhere', whiteSpace: 'normal' }}>
          {data.command}
        </Code>
        <CopyButton value={data.command} label="Copy" variant="filled" />
      </Group>
      {data.url !== null && (
        <Button component="a" href={data.url} target="_blank" rel="noreferrer" variant="light">
          Open the chat
        </Button>
      )}
      <Text size="sm" c="dimmed">
        Nothing happened?{' '}
        <Anchor component="button" type="button" onClick={() => void refetch()}>
          Make a new code
        </Anchor>
      </Text>
    </Stack>
  )
}
