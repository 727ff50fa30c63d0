import { Badge, Button, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useAction } from '../../lib/actions.ts'
import { client } from '../../lib/client.ts'
import { useSession } from '../../lib/session.ts'
import { confirm } from '../../ui/forms/confirm.tsx'
import { ListPlaceholder } from '../../ui/rows/list-placeholder.tsx'
import { Row } from '../../ui/rows/row.tsx'
import { Rows } from '../../ui/rows/rows.tsx'
import { ShowMore } from '../../ui/rows/show-more.tsx'
import { Section } from '../../ui/screens/section.tsx'
import { t } from './messages.ts'

type Account = Awaited<ReturnType<typeof client.accounts.list>>['accounts'][number]

const accountsKey = ['accounts'] as const
const pageSize = 20

/** The people on the server, whom an administrator can disable. */
export function Accounts() {
  const [typed, setTyped] = useState('')
  const [limit, setLimit] = useState(pageSize)
  const [query] = useDebouncedValue(typed.trim(), 200)
  const list = useQuery({
    queryKey: [...accountsKey, query, limit],
    queryFn: () => client.accounts.list({ query, limit }),
    placeholderData: keepPreviousData,
  })
  return (
    <Section title={t.title} description={t.description}>
      <TextInput
        aria-label={t.search}
        placeholder={t.search}
        value={typed}
        onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        maxLength={200}
        maw={400}
        mb="sm"
      />
      <ListPlaceholder list={list} />
      <Rows label={t.title}>
        {list.data?.accounts.map((account) => (
          <AccountRow key={account.id} account={account} />
        ))}
      </Rows>
      {list.data?.accounts.length === 0 && (
        <Text size="sm" c="dimmed">
          {t.none}
        </Text>
      )}
      {list.data?.hasMore === true && limit < 200 && (
        <ShowMore load={() => setLimit(Math.min(limit * 2, 200))} />
      )}
    </Section>
  )
}

function AccountRow({ account }: { account: Account }) {
  const { user } = useSession()
  const name = `${account.firstName} ${account.lastName}`
  const isDisabled = account.disabledAt !== null
  return (
    <Row
      title={name}
      note={account.email}
      badge={
        <>
          {account.isAdministrator && (
            <Badge variant="default" size="sm">
              {t.administrator}
            </Badge>
          )}
          {isDisabled && (
            <Badge color="red" variant="light" size="sm">
              {t.disabled}
            </Badge>
          )}
        </>
      }
      action={account.id === user.id ? undefined : <AccountAction account={account} name={name} />}
    />
  )
}

function AccountAction({ account, name }: { account: Account; name: string }) {
  const person = { userId: account.id }
  const disable = useAction(() => client.accounts.disable(person), {
    changes: [accountsKey],
    done: t.isDisabled({ name }),
  })
  const enable = useAction(() => client.accounts.enable(person), {
    changes: [accountsKey],
    done: t.isEnabled({ name }),
  })
  if (account.disabledAt !== null) {
    return (
      <Button
        size="xs"
        variant="default"
        aria-label={t.enableOf({ name })}
        loading={enable.isPending}
        onClick={() => enable.mutate()}
      >
        {t.enable}
      </Button>
    )
  }
  return (
    <Button
      size="xs"
      variant="default"
      aria-label={t.disableOf({ name })}
      loading={disable.isPending}
      onClick={() =>
        confirm({
          title: t.disableTitle({ name }),
          body: t.disableBody,
          label: t.disable,
          onConfirm: () => disable.mutate(),
        })
      }
    >
      {t.disable}
    </Button>
  )
}
