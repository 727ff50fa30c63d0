import { Button, Modal, Select, Stack } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { Initials } from '../../ui/initials.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { type Group, groupsKey } from './group-queries.ts'
import { t } from './messages.ts'

type Props = {
  workspaceId: string
  group: Group | undefined
  isOpen: boolean
  close: () => void
}

/** Who is in a group. */
export function MembersModal({ workspaceId, group, isOpen, close }: Props) {
  return (
    <Modal
      opened={isOpen}
      onClose={close}
      title={group === undefined ? '' : t.membersOf({ name: group.name })}
    >
      {group !== undefined && <GroupMembers workspaceId={workspaceId} groupId={group.id} />}
    </Modal>
  )
}

type Ids = { workspaceId: string; groupId: string }
type Person = { firstName: string; lastName: string }

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

function GroupMembers({ workspaceId, groupId }: Ids) {
  const key = ['groups', workspaceId, groupId]
  const list = useQuery({
    queryKey: key,
    queryFn: () => client.groups.members({ workspaceId, groupId, limit: 200 }),
  })
  const { data: everyone } = useQuery({
    queryKey: ['members', workspaceId],
    queryFn: () => client.members.list({ workspaceId }),
  })
  const changes = [key, groupsKey(workspaceId)]
  const one = (userId: string) => ({ workspaceId, groupId, userId })
  const add = useAction((userId: string) => client.groups.addMember(one(userId)), { changes })
  const remove = useAction((userId: string) => client.groups.removeMember(one(userId)), { changes })
  const members = list.data?.items
  const choices = (everyone?.members ?? []).filter(
    ({ id }) => members?.some((member) => member.id === id) === false,
  )
  return (
    <Stack gap="sm">
      <Select
        label={t.addMember}
        placeholder={t.addPlaceholder}
        searchable
        data-autofocus
        nothingFoundMessage={t.nothingFound}
        value={null}
        disabled={add.isPending}
        onChange={(userId) => {
          if (userId !== null) add.mutate(userId)
        }}
        data={choices.map((person) => ({ value: person.id, label: nameOf(person) }))}
      />
      <ListPlaceholder list={list} />
      <Rows label={t.title}>
        {members?.map((member) => (
          <Row
            key={member.id}
            icon={<Initials name={nameOf(member)} size={32} />}
            title={<bdi>{nameOf(member)}</bdi>}
            note={member.source === 'oidc' ? t.fromOidc : undefined}
            action={
              <Button
                size="xs"
                variant="default"
                aria-label={t.removeOf({ name: nameOf(member) })}
                disabled={remove.isPending}
                onClick={() => remove.mutate(member.id)}
              >
                {t.remove}
              </Button>
            }
          />
        ))}
      </Rows>
    </Stack>
  )
}
