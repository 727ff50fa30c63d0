import { ActionIcon, Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { IconTrash } from '../../vendor/icons/icons.ts'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { confirm } from '../ui/forms/confirm.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Row } from '../ui/rows/row.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Section } from '../ui/screens/section.tsx'
import { securityTexts as t, t as common } from './messages.ts'

const passkeysKey = ['passkeys']
const ownChanges = [passkeysKey]

/** Passkeys, which replace the password on a device. `changes` is what a new one changes. */
export function Passkeys({ changes = ownChanges }: { changes?: readonly (readonly unknown[])[] }) {
  const [isOpen, { open, close }] = useDisclosure()
  const { data, error, isPending } = useQuery({
    queryKey: passkeysKey,
    queryFn: () => client.passkeys.list({}),
  })
  const remove = useAction((passkeyId: string) => client.passkeys.remove({ passkeyId }), {
    changes: [passkeysKey],
    done: t.passkeyRemoved,
  })
  const canAdd = 'PublicKeyCredential' in globalThis
  return (
    <Section
      title={t.passkeys}
      description={canAdd ? t.passkeysDescription : t.passkeysNeedHttps}
      action={
        canAdd && (
          <Button variant="default" onClick={open}>
            {t.addPasskey}
          </Button>
        )
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {isPending && <Skeleton h={40} />}
      <Rows label={t.passkeys}>
        {data?.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <Row
            key={id}
            title={name}
            note={
              lastUsedAt === null
                ? t.added({ when: () => <RelativeTime at={createdAt} /> })
                : t.addedAndUsed({
                    created: () => <RelativeTime at={createdAt} />,
                    used: () => <RelativeTime at={lastUsedAt} />,
                  })
            }
            action={
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={t.removePasskey({ name })}
                onClick={() =>
                  confirm({
                    title: t.removePasskeyTitle({ name }),
                    body: t.removePasskeyBody,
                    label: common.remove,
                    onConfirm: () => remove.mutate(id),
                  })
                }
              >
                <IconTrash size={18} />
              </ActionIcon>
            }
          />
        ))}
      </Rows>
      <Modal opened={isOpen} onClose={close} title={t.addPasskeyTitle}>
        <Form
          label={t.continue}
          done={t.passkeyAdded}
          changes={changes}
          submit={({ name = '' }) => addPasskey(name)}
          onDone={close}
        >
          <TextField
            name="name"
            label={common.name}
            placeholder={t.passkeyExample}
            maxLength={80}
            required
            data-autofocus
          />
          <Group>
            <Text size="sm" c="dimmed">
              {t.passkeyPrompt}
            </Text>
          </Group>
        </Form>
      </Modal>
    </Section>
  )
}

async function addPasskey(name: string): Promise<void> {
  const { startRegistration } = await import('@simplewebauthn/browser')
  const optionsJSON = await client.passkeys.begin({})
  await client.passkeys.finish({ name, response: await startRegistration({ optionsJSON }) })
}
