import { Button, Stack } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { TextField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { OneTimeSecret } from '../../ui/forms/one-time-secret.tsx'
import { OpenedModal } from '../../ui/forms/opened-modal.tsx'
import { type Agent, changesOf } from './agent-queries.ts'
import { t } from './messages.ts'

type Props = { workspaceId: string; agent: Agent; close: () => void }

/** Sets the address that receives the mentions and assignments of an agent, and shows its secret once. */
export function WebhookModal({ workspaceId, agent, close }: Props) {
  const [secret, setSecret] = useState<string>()
  return (
    <OpenedModal
      onClose={close}
      title={t.webhookOf({ name: agent.name })}
      closeOnClickOutside={secret === undefined}
      data-stays-on-escape={secret !== undefined}
    >
      {secret === undefined ? (
        <Form
          label={t.save}
          changes={changesOf(workspaceId)}
          done={t.webhookSaved}
          submit={({ url = '' }) =>
            client.agentCredentials.setWebhook({
              workspaceId,
              agentId: agent.id,
              url: url.trim() === '' ? null : url.trim(),
            })
          }
          onDone={(answer) => (answer.secret === null ? close() : setSecret(answer.secret))}
        >
          <TextField
            name="url"
            label={t.url}
            description={t.urlHint}
            defaultValue={agent.webhook?.url ?? ''}
            maxLength={2000}
            dir="ltr"
            autoComplete="off"
            spellCheck={false}
            data-autofocus
          />
        </Form>
      ) : (
        <Stack gap="sm">
          <OneTimeSecret kind="secret" value={secret}>
            {t.secretPurpose}
          </OneTimeSecret>
          <Button variant="default" onClick={close}>
            {t.done}
          </Button>
        </Stack>
      )}
    </OpenedModal>
  )
}
