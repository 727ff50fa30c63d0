import { Button, Checkbox, Group, NativeSelect, Paper } from '@mantine/core'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { dayMs } from '../../lib/dates.ts'
import { PasswordField } from '../../ui/forms/fields.tsx'
import { Form } from '../../ui/forms/form.tsx'
import { t as common } from '../messages.ts'
import type { PageIds } from '../permissions.ts'
import { asLinkLevel, type LinkLevel, linkLevelChoices } from './link-levels.ts'
import { linksKey } from './links-key.ts'
import { t } from './messages.ts'

const lifetimes = [1, 7, 30, 90] as const

type Props = { page: PageIds; cancel: () => void; onDone: (url: string | undefined) => void }

/** Creates a link. Its address is shown once. */
export function NewLinkForm({ page, cancel, onDone }: Props) {
  const [level, setLevel] = useState<LinkLevel>('read')
  const [days, setDays] = useState('30')
  const [allowsUploads, setAllowsUploads] = useState(false)
  return (
    <Paper withBorder p="md">
      <Form
        label={t.create}
        changes={[linksKey(page)]}
        submit={({ password = '' }) =>
          client.links.create({
            ...page,
            level,
            expiresAt:
              days === '' ? null : new Date(Date.now() + Number(days) * dayMs).toISOString(),
            allowsUploads: level === 'write' && allowsUploads,
            ...(password === '' ? {} : { password }),
          })
        }
        onDone={({ url }) =>
          onDone(url === undefined ? undefined : new URL(url, location.origin).href)
        }
        aside={
          <Button variant="default" onClick={cancel}>
            {common.cancel}
          </Button>
        }
      >
        <Group grow align="flex-start">
          <NativeSelect
            label={t.level}
            value={level}
            onChange={({ currentTarget }) => setLevel(asLinkLevel(currentTarget.value))}
            data={linkLevelChoices()}
            data-autofocus
          />
          <NativeSelect
            label={t.expires}
            value={days}
            onChange={({ currentTarget }) => setDays(currentTarget.value)}
            data={[
              ...lifetimes.map((count) => ({ value: `${count}`, label: t.days({ count }) })),
              { value: '', label: t.never },
            ]}
          />
        </Group>
        <PasswordField
          name="password"
          label={t.password}
          description={t.passwordHint}
          required={false}
          autoComplete="new-password"
        />
        {level === 'write' && (
          <Checkbox
            label={t.uploads}
            checked={allowsUploads}
            onChange={({ currentTarget }) => setAllowsUploads(currentTarget.checked)}
          />
        )}
      </Form>
    </Paper>
  )
}
