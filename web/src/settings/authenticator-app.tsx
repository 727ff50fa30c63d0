import { Badge, Box, Button, Code, Group, Modal, SimpleGrid, Stack, Text } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { renderSVG } from 'uqr'
import { client } from '../lib/client.ts'
import { sessionKey } from '../lib/session.ts'
import { CopyButton } from '../ui/forms/copy-button.tsx'
import { CodeField, PasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { Section } from '../ui/screens/section.tsx'

/** A second factor: six digits of an app on the phone. */
export function AuthenticatorApp({ hasTotp }: { hasTotp: boolean }) {
  const [isOpen, { open, close }] = useDisclosure()
  // What was opened stays until it is closed, also when it has done its work.
  const [isOn, setOn] = useState(hasTotp)
  return (
    <Section
      title="Authenticator app"
      description="Asks for six digits from your phone after the password, so that a stolen password is not enough."
      action={
        <Group gap="sm" wrap="nowrap">
          {hasTotp && (
            <Badge color="teal" variant="light">
              On
            </Badge>
          )}
          <Button
            variant="default"
            onClick={() => {
              setOn(hasTotp)
              open()
            }}
          >
            {hasTotp ? 'Turn off' : 'Set up'}
          </Button>
        </Group>
      }
    >
      <Modal
        opened={isOpen}
        onClose={close}
        title={isOn ? 'Turn the authenticator app off' : 'Set up an authenticator app'}
      >
        {isOn ? <TurnOff close={close} /> : <SetUp close={close} />}
      </Modal>
    </Section>
  )
}

function TurnOff({ close }: { close: () => void }) {
  return (
    <Form
      label="Turn off"
      done="The authenticator app is off."
      changes={[sessionKey]}
      submit={({ password = '', totp = '' }) => client.totp.remove({ password, totp })}
      onDone={close}
    >
      <PasswordField name="password" label="Password" />
      <CodeField />
    </Form>
  )
}

function SetUp({ close }: { close: () => void }) {
  const [recoveryCodes, setRecoveryCodes] = useState<string[]>()
  const { data, error } = useQuery({
    queryKey: ['totp'],
    queryFn: () => client.totp.begin({}),
    gcTime: 0,
    staleTime: Infinity,
  })
  if (error !== null) return <ErrorNotice error={error} />
  if (data === undefined) return <PageSkeleton lines={4} />
  if (recoveryCodes !== undefined) return <RecoveryCodes codes={recoveryCodes} close={close} />
  return (
    <Stack>
      <Text size="sm">
        Scan this with the app, or type the key into it. Then enter the six digits it shows.
      </Text>
      <Group align="flex-start" wrap="nowrap">
        <Box
          role="img"
          aria-label="QR code of the key below"
          w={160}
          style={{ flexShrink: 0 }}
          // The library draws it from the address the server made: squares, and nothing of anyone else's.
          dangerouslySetInnerHTML={{ __html: renderSVG(data.uri) }}
        />
        <Stack gap="xs">
          <Code block style={{ wordBreak: 'break-all', whiteSpace: 'normal' }}>
            {data.secret}
          </Code>
          <CopyButton value={data.secret} label="Copy key" />
        </Stack>
      </Group>
      <Form
        label="Turn on"
        submit={({ code = '' }) => client.totp.confirm({ code: code.replaceAll(' ', '') })}
        onDone={(answer) => setRecoveryCodes(answer.recoveryCodes)}
      >
        <TextField
          name="code"
          label="Code"
          inputMode="numeric"
          autoComplete="one-time-code"
          required
          maw={160}
        />
      </Form>
    </Stack>
  )
}

function RecoveryCodes({ codes, close }: { codes: string[]; close: () => void }) {
  return (
    <Form
      label="I have kept them"
      changes={[sessionKey]}
      submit={async () => undefined}
      onDone={close}
    >
      <Text size="sm">
        It is on. Without your phone, one of these lets you in, once each. Keep them where the phone
        is not; they are not shown again.
      </Text>
      <SimpleGrid cols={2} component="ul" spacing="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <div>
        <CopyButton value={codes.join('\n')} label="Copy all" />
      </div>
    </Form>
  )
}
