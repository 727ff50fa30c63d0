import { notifications } from '@mantine/notifications'
import {
  keepPreviousData,
  useInfiniteQuery,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import type { Subject, ViewCondition, ViewQuery } from '../../../content/views/query.ts'
import { linkBase } from '../lib/access/share-link.ts'
import { client } from '../lib/client.ts'
import { messageOf } from '../lib/errors.ts'
import { t } from './messages.ts'

export type ViewPart = Awaited<ReturnType<typeof client.views.query>>
export type ViewRow = ViewPart['rows'][number]
export type ViewColumn = ViewPart['columns'][number]
export type Summary = NonNullable<ViewPart['summary']>
export type Group = NonNullable<Summary['groups']>[number]
export type Value = string | number | boolean | string[] | null

/** The rows of a view that are not loaded. */
export type More = {
  hasMore: boolean
  isLoading: boolean
  /** Whether the last load failed: not tried again by itself. */
  hasFailed: boolean
  load: () => void
}

/** A view in a page. */
export type ViewAddress = { workspaceId: string; pageId: string; source: string }

const firstRows = 50
const moreRows = 100
/** Visitors of a share link are not told of changes. */
const refetchInterval = linkBase === '' ? false : 30_000

/** The rows of a view, or of one of its groups. Changes of any page refresh them. */
export function useView(address: ViewAddress, group?: string | null) {
  return useInfiniteQuery({
    queryKey: group === undefined ? [...keyOf(address), 'all'] : groupKey(address, group),
    queryFn: ({ pageParam, signal }) =>
      client.views.query(
        {
          ...inputOf(address),
          only: 'rows',
          limit: pageParam === null ? firstRows : moreRows,
          ...(group === undefined ? {} : { group }),
          ...(pageParam === null ? {} : { cursor: pageParam }),
        },
        { signal },
      ),
    // SAFETY: the cursor of the first part.
    initialPageParam: null as string | null,
    getNextPageParam: ({ nextCursor }) => nextCursor,
    placeholderData: keepPreviousData,
    refetchInterval,
  })
}

/** The loaded rows of a view or a group, the names in them, and the rest. */
export function rowsOf(view: ReturnType<typeof useView>) {
  const found = view.data?.pages ?? []
  return {
    columns: found[0]?.columns,
    rows: found.flatMap((part) => part.rows),
    names: {
      people: found.flatMap(({ people }) => people),
      pages: found.flatMap(({ pages }) => pages),
    },
    more: {
      hasMore: view.hasNextPage,
      isLoading: view.isFetchingNextPage,
      hasFailed: view.isFetchNextPageError,
      load: () => void view.fetchNextPage(),
    } satisfies More,
  }
}

/** The number of pages, the totals and the groups of a view, which take longer than its first rows. */
export function useSummary(address: ViewAddress) {
  return useQuery({
    queryKey: [...keyOf(address), 'summary'],
    queryFn: ({ signal }) =>
      client.views.query({ ...inputOf(address), only: 'summary' }, { signal }),
    placeholderData: keepPreviousData,
    refetchInterval,
  })
}

function keyOf({ workspaceId, pageId, source }: ViewAddress) {
  return ['views', workspaceId, pageId, source]
}

export function groupKey(address: ViewAddress, group: string | null) {
  return [...keyOf(address), { group }]
}

function inputOf({ workspaceId, pageId, source }: ViewAddress) {
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions()
  return { workspaceId, pageId, query: source, timeZone }
}

type ChangedValue = { pageId: string; column: ViewColumn; value: Value }

/**
 * Changes a property of a page in a view. Resolves to whether the server took it, when the view shows
 * what the server stored; an error is shown.
 */
export function useChangeValue(workspaceId: string) {
  const queries = useQueryClient()
  const { mutateAsync } = useMutation({
    mutationFn: ({ pageId, column, value }: ChangedValue) => {
      const isNamed = column.type === 'person' || column.type === 'page'
      const given = isNamed && value !== null ? { type: column.type, value } : value
      return client.pages.setProperties({
        workspaceId,
        pageId,
        set: { [column.key ?? '']: given },
      })
    },
    onError: (error) => {
      notifications.show({ color: 'red', title: t.changeFailed, message: messageOf(error) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['views', workspaceId] }),
  })
  return (changed: ChangedValue): Promise<boolean> =>
    mutateAsync(changed)
      .then(() => true)
      .catch(() => false)
}

/** Adds a page that the view shows: below the same page, with the values of the query. */
export function useNewPage({ workspaceId, pageId }: ViewAddress, query: ViewQuery) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: async (given: Record<string, Value>) => {
      const { under } = query
      const parentId = under === null ? null : under === 'this' ? pageId : under.pageId
      const created = await client.pages.create({
        workspaceId,
        title: t.untitled,
        parentId,
      })
      const set = { ...valuesOf(query), ...given }
      if (Object.keys(set).length > 0) {
        await client.pages.setProperties({ workspaceId, pageId: created.pageId, set })
      }
      return created.pageId
    },
    onError: (error) => {
      notifications.show({ color: 'red', title: t.createFailed, message: messageOf(error) })
    },
    onSettled: () => queries.invalidateQueries({ queryKey: ['views', workspaceId] }),
  })
}

/** The values that a page must have to be in the view. */
export function valuesOf({ where, tags }: ViewQuery): Record<string, Value> {
  const values = where === null ? [] : requiredOf(where)
  return { ...(tags.length === 0 ? {} : { tags }), ...Object.fromEntries(values) }
}

function requiredOf(condition: ViewCondition): [string, Value][] {
  if (condition.kind === 'all') return condition.conditions.flatMap(requiredOf)
  if (condition.kind !== 'test') return []
  const { subject, test } = condition
  const [value, ...others] = test.operator === 'is' ? test.values : []
  if (!('key' in subject) || value === undefined || others.length > 0) return []
  return [[subject.key, value]]
}

/** The name of a column in the language of the app. */
export function columnName({ name, key }: Pick<ViewColumn, 'name' | 'key'>): string {
  if (key !== null) return key
  const names: Record<string, string> = {
    title: t.title,
    created: t.created,
    updated: t.updated,
    author: t.author,
    tags: t.tags,
  }
  return names[name] ?? name
}

/** The name of a group in the language of the app. */
export function groupName({ id, value, label }: Group): string {
  if (id === null) return t.noValue
  if (typeof value === 'boolean') return value ? t.yes : t.no
  return label === '' ? t.unknownPerson : label
}

export function isSubject(subject: Subject, { name, key }: ViewColumn): boolean {
  return 'key' in subject ? subject.key === key : key === null && subject.field === name
}
