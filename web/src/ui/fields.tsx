import {
  PasswordInput,
  type PasswordInputProps,
  TextInput,
  type TextInputProps,
} from '@mantine/core'
import { useFieldError } from './form.tsx'

/** A line of text in a `Form`. */
export function TextField({ name, ...props }: TextInputProps & { name: string }) {
  return <TextInput name={name} error={useFieldError(name)} withAsterisk={false} {...props} />
}

const newPasswordHint =
  'At least 8 characters, and hard to guess: three or more words that have nothing to do with each other.'

/** A code of the second factor in a `Form`. */
export function CodeField(props: Omit<TextInputProps, 'name'>) {
  return (
    <TextField
      name="totp"
      label="Code"
      description="Six digits from your authenticator app, or a recovery code."
      autoComplete="one-time-code"
      spellCheck={false}
      required
      {...props}
    />
  )
}

/** A password in a `Form`; `isNew` lets password managers offer one. */
export function PasswordField({
  name,
  isNew,
  ...props
}: PasswordInputProps & { name: string; isNew?: boolean }) {
  return (
    <PasswordInput
      name={name}
      error={useFieldError(name)}
      withAsterisk={false}
      required
      autoComplete={isNew === true ? 'new-password' : 'current-password'}
      visibilityToggleButtonProps={{ 'aria-label': 'Show or hide the password', tabIndex: 0 }}
      {...(isNew === true ? { minLength: 8, description: newPasswordHint } : {})}
      {...props}
    />
  )
}
