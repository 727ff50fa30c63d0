import { Select } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { client } from '../../lib/client.ts'
import { useWorkspace } from '../../lib/workspace.tsx'

type Props = {
  label: string
  description: string
  /** Someone who cannot take over. */
  exceptId?: string
  isRequired?: boolean
  value: string | null
  onChange: (value: string | null) => void
}

/** Chooses one of the members who can manage pages. */
export function NewManagerField({ exceptId, isRequired = false, ...field }: Props) {
  const { workspace } = useWorkspace()
  const { data } = useQuery({
    queryKey: ['members', workspace.id],
    queryFn: () => client.members.list({ workspaceId: workspace.id }),
  })
  const able = (data?.members ?? []).filter(
    ({ id, role, scope, disabled, kind }) =>
      id !== exceptId &&
      kind !== 'agent' &&
      role !== 'VIEWER' &&
      scope === 'workspace' &&
      !disabled,
  )
  return (
    <Select
      {...field}
      searchable
      clearable={!isRequired}
      required={isRequired}
      withAsterisk={false}
      openOnFocus={false}
      {...(isRequired && { 'data-autofocus': true })}
      data={able.map(({ id, firstName, lastName }) => ({
        value: id,
        label: `${firstName} ${lastName}`.trim(),
      }))}
    />
  )
}
