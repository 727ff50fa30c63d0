import { Anchor } from '@mantine/core'
import { useEffect, useRef } from 'react'
import { TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'

type Props = { submit: (code: string) => Promise<unknown>; onDone: () => void; back: () => void }

/** Asks for the code of an authenticator app, after the password was right. */
export function SecondFactor({ submit, onDone, back }: Props) {
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [])
  return (
    <CardScreen
      title="Enter the code"
      description="Your authenticator app shows six digits for Quire. A recovery code does too, once."
      footer={
        <Anchor component="button" type="button" size="sm" onClick={back}>
          Sign in as someone else
        </Anchor>
      }
    >
      <Form
        label="Continue"
        isWide
        submit={(values) => submit((values['totp'] ?? '').replaceAll(' ', ''))}
        onDone={onDone}
      >
        <TextField
          name="totp"
          label="Code"
          autoComplete="one-time-code"
          spellCheck={false}
          ref={field}
          required
        />
      </Form>
    </CardScreen>
  )
}
