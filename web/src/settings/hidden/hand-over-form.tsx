import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { Form } from '../../ui/forms/form.tsx'
import { t } from './messages.ts'

type Props = { workspaceId: string; pageId: string; onDone: () => void }

/** Chooses the member who manages a page from now on. */
export function HandOverForm({ workspaceId, pageId, onDone }: Props) {
  const [newManagerId, setNewManagerId] = useState<string | null>(null)
  const { data } = useQuery({
    queryKey: ['members', workspaceId],
    queryFn: () => client.members.list({ workspaceId }),
  })
  return (
    <Form
      label={t.handOver}
      done={t.managerChanged}
      changes={[['permissions', 'hidden']]}
      submit={() =>
        client.permissions.handOver({ workspaceId, pageId, newManagerId: newManagerId ?? '' })
      }
      onDone={onDone}
    >
      <Select
        label={t.newManager}
        description={t.newManagerHint}
        searchable
        required
        withAsterisk={false}
        data-autofocus
        value={newManagerId}
        onChange={setNewManagerId}
        data={(data?.members ?? []).map(({ id, firstName, lastName }) => ({
          value: id,
          label: `${firstName} ${lastName}`.trim(),
        }))}
      />
    </Form>
  )
}
