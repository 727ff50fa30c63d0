import { Button, Modal, Select, Stack } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { Initials } from '../../ui/initials.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { useParts } from '../../ui/rows/parts.ts'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { ShowMore } from '../../ui/rows/show-more.tsx'
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
type Person = { id: string; firstName: string; lastName: string }

const nameOf = ({ firstName, lastName }: Person) => `${firstName} ${lastName}`.trim()

function GroupMembers({ workspaceId, groupId }: Ids) {
  const key = [...groupsKey(workspaceId), 'members', groupId]
  const list = useParts(key, (part, options) =>
    client.groups.members({ workspaceId, groupId, ...part }, options),
  )
  const { data: everyone } = useQuery({
    queryKey: ['members', workspaceId],
    queryFn: () => client.members.list({ workspaceId }),
  })
  const changes = [groupsKey(workspaceId)]
  const one = (userId: string) => ({ workspaceId, groupId, userId })
  const add = useAction((person: Person) => client.groups.addMember(one(person.id)), {
    changes,
    // Without this, a member of a part that is not loaded would seem to be missing.
    onDone: (_, person) => notifications.show({ message: t.memberAdded({ name: nameOf(person) }) }),
  })
  const remove = useAction((userId: string) => client.groups.removeMember(one(userId)), { changes })
  const members = list.data
  const choices = (everyone?.members ?? []).filter(
    ({ id, scope }) =>
      scope === 'workspace' && members?.some((member) => member.id === id) === false,
  )
  return (
    <Stack gap="sm">
      <Select
        label={t.addMember}
        placeholder={t.addPlaceholder}
        searchable
        data-autofocus
        openOnFocus={false}
        nothingFoundMessage={t.nothingFound}
        value={null}
        disabled={add.isPending}
        onChange={(userId) => {
          const person = choices.find(({ id }) => id === userId)
          if (person !== undefined) add.mutate(person)
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
      {list.hasNextPage && (
        <ShowMore isLoading={list.isFetchingNextPage} load={list.fetchNextPage} />
      )}
    </Stack>
  )
}
