import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { Form } from '../../ui/forms/form.tsx'
import { NewManagerField } from '../members/new-manager-field.tsx'
import { t } from './messages.ts'

type Props = { workspaceId: string; pageId: string; onDone: () => void }

/** Chooses the member who manages a page from now on. */
export function HandOverForm({ workspaceId, pageId, onDone }: Props) {
  const [newManagerId, setNewManagerId] = useState<string | null>(null)
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
      <NewManagerField
        label={t.newManager}
        description={t.newManagerHint}
        isRequired
        value={newManagerId}
        onChange={setNewManagerId}
      />
    </Form>
  )
}
