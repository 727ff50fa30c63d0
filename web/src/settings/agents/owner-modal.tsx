import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { Form } from '../../ui/forms/form.tsx'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { NewManagerField } from '../members/new-manager-field.tsx'
import { type Agent, changesOf } from './agent-queries.ts'
import { t } from './messages.ts'

type Props = { workspaceId: string; agent: Agent; close: () => void }

/** Chooses another person who answers for an agent. */
export function OwnerModal({ workspaceId, agent, close }: Props) {
  const { id: agentId, name } = agent
  const [ownerId, setOwnerId] = useState<string | null>(null)
  return (
    <OpenedModal onClose={close} title={t.ownerOf({ name })}>
      <Form
        label={t.save}
        changes={changesOf(workspaceId)}
        done={t.ownerChanged({ name })}
        submit={() =>
          client.agentAccounts.reassign({ workspaceId, agentId, ownerId: ownerId ?? '' })
        }
        onDone={close}
      >
        <NewManagerField
          label={t.ownerOf({ name })}
          description={t.ownerHint}
          exceptId={agent.owner.id}
          isRequired
          value={ownerId}
          onChange={setOwnerId}
        />
      </Form>
    </OpenedModal>
  )
}
