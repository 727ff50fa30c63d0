import { useQuery } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { readAllParts } from '../ui/rows/parts.ts'
import { t } from './messages.ts'
import type { Grant } from './permissions.ts'

type Choice = { value: string; label: string; note: string; search: string }

/** Members and groups that do not have a grant of their own yet. */
export function useChoices(workspaceId: string, grants: readonly Grant[]): Choice[] {
  const { data: members } = useQuery({
    queryKey: ['members', workspaceId],
    queryFn: () => client.members.list({ workspaceId }),
  })
  const { data: groups } = useQuery({
    queryKey: ['groups', workspaceId, 'all'],
    queryFn: ({ signal }) =>
      readAllParts(
        (part, options) => client.groups.list({ workspaceId, ...part }, options),
        signal,
      ),
  })
  const granted = new Set(
    grants.filter(({ inherited }) => !inherited).map(({ principal }) => principal.id),
  )
  const people = (members?.members ?? []).map(({ id, firstName, lastName, email }) => ({
    value: id,
    label: `${firstName} ${lastName}`.trim(),
    note: email,
  }))
  const choices = [
    ...(groups?.map(({ id, name }) => ({ value: id, label: name, note: t.group })) ?? []),
    ...people,
  ]
  return choices
    .filter(({ value }) => !granted.has(value))
    .map((choice) => ({ ...choice, search: `${choice.label} ${choice.note}` }))
}
