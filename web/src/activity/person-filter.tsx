import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { personName } from '../lib/authors/author-name.ts'
import { client } from '../lib/client.ts'
import { t } from './messages.ts'

type Props = {
  workspaceId: string
  value: string | null
  onChange: (value: string | null) => void
}

/** A member or an agent, with what programs do with their keys. */
export function PersonFilter({ workspaceId, value, onChange }: Props) {
  const { data } = useQuery({
    queryKey: ['members', workspaceId],
    queryFn: () => client.members.list({ workspaceId }),
    retry: false,
  })
  const people = (data?.members ?? []).map(({ id, ...person }) => ({
    value: id,
    label: personName(person),
  }))
  return (
    <Select
      label={t.person}
      placeholder={t.anyone}
      value={value}
      onChange={onChange}
      data={people}
      clearable
      searchable
      limit={100}
    />
  )
}
