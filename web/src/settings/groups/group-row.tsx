import { ActionIcon, Button, Group as Line, Menu } from '@mantine/core'
import { IconDots, IconPencil, IconTrash, IconUsersGroup } from '../../../vendor/icons/icons.ts'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { confirm } from '../../ui/forms/confirm.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { t as common } from '../messages.ts'
import { type Group, groupsKey } from './group-queries.ts'
import { t } from './messages.ts'

type Props = { workspaceId: string; group: Group; open: (shows: 'group' | 'members') => void }

/** A group, with the ways to change it. */
export function GroupRow({ workspaceId, group, open }: Props) {
  const { id: groupId, name, oidcGroup, members } = group
  const count = t.members({ count: members })
  const remove = useAction(() => client.groups.delete({ workspaceId, groupId }), {
    changes: [groupsKey(workspaceId), ['permissions']],
    done: t.deleted({ name }),
  })
  const askToDelete = () =>
    confirm({
      title: t.deleteTitle({ name }),
      body: t.deleteBody,
      label: common.delete,
      onConfirm: () => remove.mutate(),
    })
  return (
    <Row
      icon={<IconUsersGroup size={22} aria-hidden />}
      title={<bdi>{name}</bdi>}
      note={oidcGroup === null ? count : t.oidc({ members: count, group: oidcGroup })}
      action={
        <Line gap={4} wrap="nowrap">
          <Button
            size="xs"
            variant="default"
            aria-label={t.editMembersOf({ name })}
            onClick={() => open('members')}
          >
            {t.editMembers}
          </Button>
          <Menu position="bottom-end">
            <Menu.Target>
              <ActionIcon variant="subtle" color="gray" aria-label={t.more({ name })}>
                <IconDots size={18} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => open('group')}>
                {t.edit}
              </Menu.Item>
              <Menu.Item color="red" leftSection={<IconTrash size={16} />} onClick={askToDelete}>
                {t.deleteGroup}
              </Menu.Item>
            </Menu.Dropdown>
          </Menu>
        </Line>
      }
    />
  )
}
