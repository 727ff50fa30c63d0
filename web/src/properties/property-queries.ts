import { notifications } from '@mantine/notifications'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { client } from '../lib/client.ts'
import { messageOf } from '../lib/errors.ts'
import { t } from './messages.ts'

export type PageIds = { workspaceId: string; pageId: string }
export type PageProperties = Awaited<ReturnType<typeof client.pages.properties>>
export type Property = PageProperties['properties'][number]
export type Definition = PageProperties['schema'][number]
export type Change = Omit<Parameters<typeof client.pages.setProperties>[0], keyof PageIds>

/** The ID of the page in the key: changes of the page refresh it. */
const keyOf = ({ workspaceId, pageId }: PageIds) => ['properties', workspaceId, pageId]

export function useProperties(page: PageIds) {
  return useQuery({
    queryKey: keyOf(page),
    queryFn: ({ signal }) => client.pages.properties(page, { signal }),
  })
}

/**
 * Changes are shown immediately, and again as the server stored them. Resolves then
 * to whether the server took the change; an error is shown.
 */
export function useChangeProperties(page: PageIds) {
  const queries = useQueryClient()
  const queryKey = keyOf(page)
  const { mutateAsync } = useMutation({
    mutationFn: (change: Change) => client.pages.setProperties({ ...page, ...change }),
    onMutate: async (change) => {
      await queries.cancelQueries({ queryKey })
      queries.setQueryData<PageProperties>(queryKey, (now) => now && changed(now, change))
    },
    onError: (error) => {
      notifications.show({ color: 'red', title: t.changeFailed, message: messageOf(error) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey }),
  })
  return (change: Change): Promise<boolean> =>
    mutateAsync(change)
      .then(() => true)
      .catch(() => false)
}

/** The properties as they look after a change. */
export function changed(now: PageProperties, { set = {}, remove = [], rename = {}, move }: Change) {
  const values = new Map(
    Object.entries(set).map(([key, given]) => {
      const isTyped = typeof given === 'object' && given !== null && 'value' in given
      return [key, isTyped ? given : { type: undefined, value: given }] as const
    }),
  )
  const properties = now.properties
    .filter(({ key }) => !remove.includes(key))
    .map((property) => {
      const { type = property.type, value = property.value } = values.get(property.key) ?? {}
      values.delete(property.key)
      return { ...property, type, value, key: rename[property.key] ?? property.key }
    })
  const added = [...values].map(([key, { type = 'text' as const, value }]) => ({
    key,
    type: now.schema.find((one) => one.key === key)?.type ?? type,
    value,
    yaml: null,
  }))
  return { ...now, properties: moved([...properties, ...added], move) }
}

function moved(properties: Property[], move: Change['move']): Property[] {
  const property = properties.find(({ key }) => key === move?.key)
  if (move === undefined || property === undefined) return properties
  const others = properties.filter((one) => one !== property)
  const index = move.after === null ? 0 : others.findIndex(({ key }) => key === move.after) + 1
  return others.toSpliced(index, 0, property)
}

export function useKeys(workspaceId: string) {
  const { data } = useQuery({
    queryKey: ['property-keys', workspaceId],
    queryFn: ({ signal }) => client.properties.keys({ workspaceId }, { signal }),
  })
  return data?.keys ?? []
}

export function useValues(
  { workspaceId, key, query }: { workspaceId: string; key: string; query: string },
  isOpen: boolean,
) {
  const { data } = useQuery({
    queryKey: ['property-values', workspaceId, key, query],
    queryFn: ({ signal }) =>
      client.properties.values({ workspaceId, key, query, limit: 30 }, { signal }),
    enabled: isOpen,
  })
  return data?.values ?? []
}
