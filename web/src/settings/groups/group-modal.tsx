import { Modal } from '@mantine/core'
import { client } from '../../lib/client.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { type Group, groupsKey } from './group-queries.ts'
import { t } from './messages.ts'

type Props = {
  workspaceId: string
  /** Undefined for a new one. */
  group: Group | undefined
  isOpen: boolean
  close: () => void
}

/** Creates a group, or changes its name and its single sign-on group. */
export function GroupModal({ workspaceId, group, isOpen, close }: Props) {
  return (
    <Modal opened={isOpen} onClose={close} title={group === undefined ? t.newGroup : t.edit}>
      <Form
        label={group === undefined ? t.create : t.save}
        changes={[groupsKey(workspaceId)]}
        done={t.saved}
        submit={({ name = '', oidcGroup = '' }) => {
          const fields = { workspaceId, name, oidcGroup: oidcGroup === '' ? null : oidcGroup }
          return group === undefined
            ? client.groups.create(fields)
            : client.groups.update({ ...fields, groupId: group.id })
        }}
        onDone={close}
      >
        <TextField
          name="name"
          label={t.name}
          defaultValue={group?.name}
          required
          maxLength={100}
          dir="auto"
          autoComplete="off"
          data-autofocus
        />
        <TextField
          name="oidcGroup"
          label={t.oidcGroup}
          description={t.oidcHint}
          defaultValue={group?.oidcGroup ?? ''}
          maxLength={200}
          autoComplete="off"
          spellCheck={false}
        />
      </Form>
    </Modal>
  )
}
