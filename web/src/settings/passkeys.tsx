import { ActionIcon, Button, Group, Modal, Skeleton, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { confirm } from '../ui/forms/confirm.tsx'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { Row } from '../ui/rows/row.tsx'
import { Rows } from '../ui/rows/rows.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Section } from '../ui/screens/section.tsx'
import { When } from '../ui/when.tsx'

const passkeysKey = ['passkeys']

/** Keys of devices, instead of a password. */
export function Passkeys() {
  const [isOpen, { open, close }] = useDisclosure()
  const { data, error, isPending } = useQuery({
    queryKey: passkeysKey,
    queryFn: () => client.passkeys.list({}),
  })
  const remove = useAction((passkeyId: string) => client.passkeys.remove({ passkeyId }), {
    changes: [passkeysKey],
    done: 'The passkey is removed.',
  })
  const canAdd = 'PublicKeyCredential' in globalThis
  return (
    <Section
      title="Passkeys"
      description={
        canAdd
          ? 'Sign in with your fingerprint, face or device PIN instead of a password.'
          : 'Browsers keep passkeys only for addresses that begin with https.'
      }
      action={
        canAdd && (
          <Button variant="default" onClick={open}>
            Add passkey
          </Button>
        )
      }
    >
      {error !== null && <ErrorNotice error={error} />}
      {isPending && <Skeleton h={40} />}
      <Rows label="Passkeys">
        {data?.passkeys.map(({ id, name, createdAt, lastUsedAt }) => (
          <Row
            key={id}
            title={name}
            note={
              <>
                Added <When at={createdAt} />
                {lastUsedAt !== null && (
                  <>
                    {' '}
                    · used <When at={lastUsedAt} />
                  </>
                )}
              </>
            }
            action={
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Remove the passkey ${name}`}
                onClick={() =>
                  confirm({
                    title: `Remove the passkey ${name}?`,
                    body: 'You can no longer sign in with it. Delete it on the device too.',
                    label: 'Remove',
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
      <Modal opened={isOpen} onClose={close} title="Add a passkey">
        <Form
          label="Continue"
          done="The passkey is added."
          changes={[passkeysKey]}
          submit={({ name = '' }) => addPasskey(name)}
          onDone={close}
        >
          <TextField
            name="name"
            label="Name"
            placeholder="Laptop"
            maxLength={80}
            required
            data-autofocus
          />
          <Group>
            <Text size="sm" c="dimmed">
              Your browser then asks for your fingerprint, face or PIN.
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
