import { Badge, Button, Code, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { failureText } from '../../lib/error-texts/failures/failure-text.ts'
import { useRights, useWorkspace } from '../../lib/workspace.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { stateOf } from './labels.ts'
import { LinkModal } from './link-modal.tsx'
import { t } from './messages.ts'
import { useServiceLabel } from './service-list.ts'
import type { Bot } from './types.ts'

/** A bot with its state; members link their accounts with it, owners and admins manage it. */
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
          <BotDetails bot={bot} />
          {/* Below the name: three buttons leave no room for it on a phone. */}
          <Group gap="xs" mt="xs">
            {bot.enabled && bot.takesCommands && (
              <Button size="xs" onClick={open} aria-label={t.linkMeLabel({ bot: bot.name })}>
                {t.linkMe}
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

function BotDetails({ bot }: { bot: Bot }) {
  const { canManage } = useRights()
  const { error, failure, seenAt, address, takesCommands } = bot
  return (
    <>
      {error !== null ? (
        <span style={{ overflowWrap: 'anywhere' }}>{failureText(failure, error)}</span>
      ) : seenAt === null ? (
        t.notSeen
      ) : (
        t.lastSeen({ when: () => <RelativeTime at={seenAt} /> })
      )}
      {!takesCommands && ` · ${t.noCommands}`}
      {canManage && address !== null && takesCommands && (
        <div style={{ overflowWrap: 'anywhere' }}>
          {t.commandUrl({ url: () => <Code dir="ltr">{address}</Code> })}
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
    done: bot.enabled ? t.isOff({ bot: bot.name }) : t.isOn({ bot: bot.name }),
  })
  const disconnect = useAction(() => client.chats.remove(address), {
    changes,
    done: t.disconnected({ bot: bot.name }),
  })
  return (
    <>
      <Button
        variant="default"
        size="xs"
        aria-label={
          bot.enabled ? t.switchOffLabel({ bot: bot.name }) : t.switchOnLabel({ bot: bot.name })
        }
        loading={turn.isPending}
        onClick={() => turn.mutate()}
      >
        {bot.enabled ? t.switchOff : t.switchOn}
      </Button>
      <Button
        variant="default"
        size="xs"
        aria-label={t.disconnectLabel({ bot: bot.name })}
        loading={disconnect.isPending}
        onClick={() =>
          confirm({
            title: t.disconnectTitle({ bot: bot.name }),
            body: t.disconnectBody,
            label: t.disconnect,
            onConfirm: () => disconnect.mutate(),
          })
        }
      >
        {t.disconnect}
      </Button>
    </>
  )
}
