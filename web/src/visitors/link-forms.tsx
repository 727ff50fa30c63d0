import { Text } from '@mantine/core'
import { PasswordField, TextField } from '../ui/forms/fields.tsx'
import { Form } from '../ui/forms/form.tsx'
import { CardScreen } from '../ui/screens/card-screen.tsx'
import { t } from './messages.ts'
import { useEnter } from './opened-link.ts'
import classes from './visitors.module.css'

/** Before the page is shown. */
export function PasswordScreen() {
  const enter = useEnter()
  return (
    <CardScreen title={t.passwordTitle} description={t.passwordHint}>
      <Form submit={({ password = '' }) => enter({ password })} label={t.open} isWide>
        <PasswordField name="password" label={t.password} autoComplete="off" />
      </Form>
    </CardScreen>
  )
}

/** Above the page, until the visitor gave a name. */
export function NameForm({ level }: { level: 'comment' | 'write' }) {
  const enter = useEnter()
  return (
    <div className={classes['name']}>
      <Text size="sm" mb="xs">
        {level === 'write' ? t.nameForEdits : t.nameForComments}
      </Text>
      <Form submit={({ name = '' }) => enter({ name })} label={t.continue}>
        <TextField
          name="name"
          label={t.name}
          description={t.nameHint}
          autoComplete="name"
          maxLength={100}
          required
        />
      </Form>
    </div>
  )
}
