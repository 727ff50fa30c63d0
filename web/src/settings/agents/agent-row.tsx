import { ActionIcon, Badge, Menu } from '@mantine/core'
import {
  IconDots,
  IconKey,
  IconPencil,
  IconPlayerPause,
  IconPlayerPlay,
  IconTrash,
  IconUserEdit,
  IconWebhook,
} from '../../../vendor/icons/icons.ts'
import { useAction } from '../../lib/actions.ts'
import { personName } from '../../lib/authors/author-name.ts'
import { client } from '../../lib/client.ts'
import { useRights } from '../../lib/workspace.tsx'
import { AgentIcon } from '../../ui/authors/agent-icon.tsx'
import { confirm } from '../../ui/forms/confirm.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { t as common } from '../messages.ts'
import { type Agent, changesOf, roleLabel } from './agent-queries.ts'
import { t } from './messages.ts'

export type Shown = 'agent' | 'keys' | 'owner' | 'webhook'

type Props = { workspaceId: string; agent: Agent; open: (shows: Shown) => void }

/** An agent with its owner, and the ways to change it. */
export function AgentRow({ workspaceId, agent, open }: Props) {
  const { name, icon, role, scope, owner, pauseReason, isManaged } = agent
  const ownerLine = t.owner({ name: personName(owner) })
  const note = scope === 'shared' ? `${ownerLine} · ${t.limited}` : ownerLine
  return (
    <Row
      icon={<AgentIcon icon={icon} size={24} />}
      title={<bdi>{name}</bdi>}
      badge={
        <>
          <Badge variant="default" size="sm" tt="none">
            {roleLabel(role)}
          </Badge>
          {pauseReason !== null && (
            <Badge color="orange" variant="light" size="sm">
              {t.paused}
            </Badge>
          )}
        </>
      }
      note={pauseReason === 'owner' ? `${note} · ${t.ownerGone}` : note}
      action={isManaged && <AgentMenu {...{ workspaceId, agent, open }} />}
    />
  )
}

function AgentMenu({ workspaceId, agent, open }: Props) {
  const { canManage } = useRights()
  const { id: agentId, name, pauseReason } = agent
  const changes = changesOf(workspaceId)
  const one = { workspaceId, agentId }
  const pause = useAction(() => client.agentAccounts.pause(one), {
    changes,
    done: t.pausedDone({ name }),
  })
  const resume = useAction(() => client.agentAccounts.resume(one), {
    changes,
    done: t.resumedDone({ name }),
  })
  const remove = useAction(() => client.agentAccounts.remove(one), {
    changes,
    done: t.removed({ name }),
  })
  const askToRemove = () =>
    confirm({
      title: t.removeTitle({ name }),
      body: t.removeBody,
      label: common.remove,
      onConfirm: () => remove.mutate(),
    })
  const items = [
    { label: t.edit, Icon: IconPencil, act: () => open('agent') },
    { label: t.keys, Icon: IconKey, act: () => open('keys') },
    { label: t.webhook, Icon: IconWebhook, act: () => open('webhook') },
    ...(canManage ? [{ label: t.changeOwner, Icon: IconUserEdit, act: () => open('owner') }] : []),
    ...(pauseReason === null
      ? [{ label: t.pause, Icon: IconPlayerPause, act: () => pause.mutate() }]
      : []),
    ...(pauseReason === 'requested'
      ? [{ label: t.resume, Icon: IconPlayerPlay, act: () => resume.mutate() }]
      : []),
  ]
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" aria-label={t.more({ name })}>
          <IconDots size={18} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        {items.map(({ label, Icon, act }) => (
          <Menu.Item key={label} leftSection={<Icon size={16} />} onClick={act}>
            {label}
          </Menu.Item>
        ))}
        <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToRemove}>
          {t.remove}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
