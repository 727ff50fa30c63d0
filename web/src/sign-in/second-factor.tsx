import { Anchor } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { t } from './messages.ts'

type Props = { submit: (code: string) => Promise<unknown>; onDone: () => void; back: () => void }

/** Asks for the code of an authenticator app, after the password was right. */
export function SecondFactor({ submit, onDone, back }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <CardScreen
      title={t.codeTitle}
      description={t.codeHint}
      footer={
        <Anchor component="button" type="button" size="sm" onClick={back}>
          {t.asSomeoneElse}
        </Anchor>
      }
    >
      <Form
        label={t.continue}
        isWide
        submit={(values) => submit((values['totp'] ?? '').replaceAll(' ', ''))}
        onDone={onDone}
      >
        <TextField
          name="totp"
          label={t.code}
          autoComplete="one-time-code"
          spellCheck={false}
          ref={field}
          required
        />
      </Form>
    </CardScreen>
  )
}
