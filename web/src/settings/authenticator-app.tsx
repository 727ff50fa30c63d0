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
import { securityTexts as t, t as common } from './messages.ts'

/** A second factor: six digits of an app on the phone. */
export function AuthenticatorApp({ hasTotp }: { hasTotp: boolean }) {
  const [isOpen, { open, close }] = useDisclosure()
  // The dialog keeps its content until it is closed, also after the switch.
  const [isOn, setOn] = useState(hasTotp)
  return (
    <Section
      title={t.appTitle}
      description={t.appDescription}
      action={
        <Group gap="sm" wrap="nowrap">
          {hasTotp && (
            <Badge color="teal" variant="light">
              {t.appOn}
            </Badge>
          )}
          <Button
            variant="default"
            onClick={() => {
              setOn(hasTotp)
              open()
            }}
          >
            {hasTotp ? t.turnOff : t.setUp}
          </Button>
        </Group>
      }
    >
      <Modal opened={isOpen} onClose={close} title={isOn ? t.turnOffTitle : t.setUpTitle}>
        {isOn ? <TurnOff close={close} /> : <SetUp close={close} />}
      </Modal>
    </Section>
  )
}

function TurnOff({ close }: { close: () => void }) {
  return (
    <Form
      label={t.turnOff}
      done={t.turnedOff}
      changes={[sessionKey]}
      submit={({ password = '', totp = '' }) => client.totp.remove({ password, totp })}
      onDone={close}
    >
      <PasswordField name="password" label={common.password} />
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
      <Text size="sm">{t.scan}</Text>
      <Group align="flex-start" wrap="nowrap">
        <Box
          role="img"
          aria-label={t.qrCode}
          w={160}
          style={{ flexShrink: 0 }}
          // The library draws it from the address the server made: squares, and nothing of anyone else's.
          dangerouslySetInnerHTML={{ __html: renderSVG(data.uri) }}
        />
        <Stack gap="xs">
          <Code block dir="ltr" style={{ wordBreak: 'break-all', whiteSpace: 'normal' }}>
            {data.secret}
          </Code>
          <CopyButton value={data.secret} label={t.copyKey} />
        </Stack>
      </Group>
      <Form
        label={t.turnOn}
        submit={({ code = '' }) => client.totp.confirm({ code: code.replaceAll(' ', '') })}
        onDone={(answer) => setRecoveryCodes(answer.recoveryCodes)}
      >
        <TextField
          name="code"
          label={t.code}
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
    <Form label={t.codesSaved} changes={[sessionKey]} submit={async () => undefined} onDone={close}>
      <Text size="sm">{t.codesTitle}</Text>
      <SimpleGrid cols={2} component="ul" spacing="xs" p={0} m={0} style={{ listStyle: 'none' }}>
        {codes.map((code) => (
          <li key={code}>
            <Code>{code}</Code>
          </li>
        ))}
      </SimpleGrid>
      <div>
        <CopyButton value={codes.join('\n')} label={t.copyAll} />
      </div>
    </Form>
  )
}
