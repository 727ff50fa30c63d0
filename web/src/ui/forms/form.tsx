import { Button, Group, Stack } from '@mantine/core'
import { createContext, type FormEvent, type ReactNode, use, useMemo, useState } from 'react'
import { QuireError } from '../../../../client/errors.ts'
import { useAction } from '../../lib/actions.ts'
import { violationMessage } from '../../lib/errors.ts'
import { ErrorNotice } from '../screens/error-notice.tsx'

type Values = Record<string, string>
type Props<Output> = {
  /** Gets what is in the fields by their names. */
  submit: (values: Values) => Promise<Output>
  label: string
  changes?: readonly (readonly unknown[])[]
  done?: string
  onDone?: (output: Output) => void
  /** Another way out, beside the button. */
  aside?: ReactNode
  isWide?: boolean
  children: ReactNode
}

const FieldErrors = createContext<Record<string, string>>({})

/** Fields and one button: shows what the server refuses, at the field it refused. */
export function Form<Output>({
  submit,
  label,
  changes,
  done,
  onDone,
  aside,
  isWide,
  children,
}: Props<Output>) {
  const [names, setNames] = useState<readonly string[]>([])
  const { mutate, error, isPending } = useAction(submit, {
    showError: 'in the form',
    ...(changes === undefined ? {} : { changes }),
    ...(done === undefined ? {} : { done }),
    ...(onDone === undefined ? {} : { onDone }),
  })
  const errors = useMemo(() => fieldErrors(error), [error])
  const isShownAtFields = Object.keys(errors).some((name) => names.includes(name))
  const onSubmit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault()
    const values = valuesOf(event.currentTarget)
    setNames(Object.keys(values))
    mutate(values)
  }
  return (
    <form onSubmit={onSubmit}>
      <FieldErrors value={errors}>
        <Stack gap="md">
          {children}
          {error !== null && !isShownAtFields && <ErrorNotice error={error} />}
          <Group justify={isWide === true ? 'stretch' : 'flex-start'} grow={isWide === true}>
            <Button type="submit" loading={isPending}>
              {label}
            </Button>
            {aside}
          </Group>
        </Stack>
      </FieldErrors>
    </form>
  )
}

/** What the server says about the field of this name. */
export function useFieldError(name: string): string | undefined {
  return use(FieldErrors)[name]
}

function valuesOf(form: HTMLFormElement): Values {
  const pairs = [...new FormData(form)].flatMap(([name, value]) =>
    typeof value === 'string' ? [[name, value] as const] : [],
  )
  return Object.fromEntries(pairs)
}

function fieldErrors(error: unknown): Record<string, string> {
  if (!(error instanceof QuireError)) return {}
  return Object.fromEntries(
    error.errors.map((violation) => [
      violation.path.split('/')[1] ?? '',
      violationMessage(violation, error.operation ?? ''),
    ]),
  )
}
