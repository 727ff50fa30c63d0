import { Badge, Button, Code, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { When } from '../../ui/when.tsx'
import { LinkModal } from './link-modal.tsx'
import { useServiceLabel } from './service-list.ts'
import type { Bot } from './shapes.ts'
import { stateOf } from './words.ts'

/** A bot with how it is doing; members link themselves with it, owners and admins run it. */
export function BotRow({ bot }: { bot: Bot }) {
  const { canManage } = useRights()
  const labelOf = useServiceLabel()
  const [isOpen, { open, close }] = useDisclosure()
  const state = stateOf(bot)
  return (
    <Row
      title={bot.name}
      badge={
        <>
          <Badge size="sm" variant="light" color={state.color}>
            {state.label}
          </Badge>
          <Badge size="sm" variant="default">
            {labelOf(bot.service)}
          </Badge>
        </>
      }
      note={
        <>
          <Facts bot={bot} />
          {/* Below, since three buttons leave a phone no room for a name. */}
          <Group gap="xs" mt="xs">
            {bot.enabled && bot.takesCommands && (
              <Button size="xs" onClick={open} aria-label={`Link yourself with ${bot.name}`}>
                Link me
              </Button>
            )}
            {canManage && <Manage bot={bot} />}
          </Group>
          <LinkModal bot={bot} isOpen={isOpen} close={close} />
        </>
      }
    />
  )
}

function Facts({ bot }: { bot: Bot }) {
  const { canManage } = useRights()
  const { error, seenAt, address, takesCommands } = bot
  return (
    <>
      {error !== null ? (
        <span style={{ overflowWrap: 'anywhere' }}>{error}</span>
      ) : seenAt === null ? (
        'not heard of yet'
      ) : (
        <>
          heard of <When at={seenAt} />
        </>
      )}
      {!takesCommands && ' · only tells, takes no commands'}
      {canManage && address !== null && takesCommands && (
        <div style={{ overflowWrap: 'anywhere' }}>
          Commands go to <Code>{address}</Code>
        </div>
      )}
    </>
  )
}

function Manage({ bot }: { bot: Bot }) {
  const { workspace } = useWorkspace()
  const address = { workspaceId: workspace.id, connectionId: bot.id }
  const changes = [['chats', workspace.id]]
  const turn = useAction(() => client.chats.update({ ...address, enabled: !bot.enabled }), {
    changes,
    done: bot.enabled ? `${bot.name} is silent now.` : `${bot.name} is back.`,
  })
  const disconnect = useAction(() => client.chats.remove(address), {
    changes,
    done: `${bot.name} is disconnected.`,
  })
  const turnLabel = bot.enabled ? 'Switch off' : 'Switch on'
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={`${turnLabel} ${bot.name}`}
        loading={turn.isPending}
        onClick={() => turn.mutate()}
      >
        {turnLabel}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={`Disconnect ${bot.name}`}
        loading={disconnect.isPending}
        onClick={() =>
          confirm({
            title: `Disconnect ${bot.name}?`,
            body: 'Everybody who is linked with it is a stranger to it again, and no chat is told anything by it.',
            label: 'Disconnect',
            onConfirm: () => disconnect.mutate(),
          })
        }
      >
        Disconnect
      </Button>
    </>
  )
}
