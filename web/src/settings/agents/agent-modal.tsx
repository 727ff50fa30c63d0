import { NativeSelect } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { type PageChoice, PageField } from '../page-field.tsx'
import { type Agent, type AgentRole, agentRoles, changesOf, roleLabel } from './agent-queries.ts'
import { t } from './messages.ts'

type Props = {
  workspaceId: string
  /** Undefined for a new one. */
  agent: Agent | undefined
  close: () => void
}

/** Creates an agent, or changes its name, icon and role. */
export function AgentModal({ workspaceId, agent, close }: Props) {
  const [role, setRole] = useState<AgentRole>(agent?.role ?? 'comment')
  const [page, setPage] = useState<PageChoice | null>(null)
  return (
    <OpenedModal onClose={close} title={agent === undefined ? t.newAgent : t.edit}>
      <Form<unknown>
        label={agent === undefined ? t.create : t.save}
        changes={changesOf(workspaceId)}
        done={t.saved}
        submit={({ name = '', icon = '' }) => {
          const fields = { workspaceId, name, icon: icon.trim() === '' ? null : icon.trim(), role }
          if (agent !== undefined)
            return client.agentAccounts.update({ ...fields, agentId: agent.id })
          const limit = page === null ? {} : { pageIds: [page.id] }
          return client.agentAccounts.create({ ...fields, ...limit })
        }}
        onDone={close}
      >
        <TextField
          name="name"
          label={t.name}
          defaultValue={agent?.name}
          required
          maxLength={100}
          dir="auto"
          autoComplete="off"
          data-autofocus
        />
        <TextField
          name="icon"
          label={t.icon}
          description={t.iconHint}
          defaultValue={agent?.icon ?? ''}
          maxLength={32}
          autoComplete="off"
        />
        <NativeSelect
          label={t.role}
          description={t.roleHint}
          value={role}
          onChange={({ currentTarget }) =>
            setRole(agentRoles.find((one) => one === currentTarget.value) ?? role)
          }
          data={agentRoles.map((one) => ({ value: one, label: roleLabel(one) }))}
        />
        {agent === undefined && (
          <PageField
            label={t.page}
            description={t.pageHint}
            clearLabel={t.clearPage}
            value={page}
            onChange={setPage}
          />
        )}
      </Form>
    </OpenedModal>
  )
}
