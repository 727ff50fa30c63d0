import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { signInMethodsQuery } from '../../lib/sign-in-methods.ts'
import { t } from '../messages.ts'
import { useFieldError } from './form.tsx'

/** A line of text in a `Form`. */
export function TextField({ name, ...props }: TextInputProps & { name: string }) {
  return <TextInput name={name} error={useFieldError(name)} withAsterisk={false} {...props} />
}

/** A code of the second factor in a `Form`. */
export function CodeField(props: Omit<TextInputProps, 'name'>) {
  return (
    <TextField
      name="totp"
      label={t.code}
      description={t.codeHint}
      autoComplete="one-time-code"
      spellCheck={false}
      required
      {...props}
    />
  )
}

type PasswordProps = PasswordInputProps & { name: string }

/** The password that somebody has, in a `Form`. */
export function PasswordField({ name, ...props }: PasswordProps) {
  return (
    <PasswordInput
      name={name}
      error={useFieldError(name)}
      withAsterisk={false}
      required
      autoComplete="current-password"
      visibilityToggleButtonProps={{ 'aria-label': t.togglePassword, tabIndex: 0 }}
      {...props}
    />
  )
}

/** No server accepts less. */
const minPasswordLength = 8

/** A password to set, in a `Form`: says how long it has to be on this server, and lets password managers offer one. */
export function NewPasswordField(props: PasswordProps) {
  const { data: { passwordLength = minPasswordLength } = {} } = useQuery(signInMethodsQuery)
  return (
    <PasswordField
      autoComplete="new-password"
      minLength={passwordLength}
      description={t.newPasswordHint({ count: passwordLength })}
      {...props}
    />
  )
}
