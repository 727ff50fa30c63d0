import {
  Badge,
  Group,
  SegmentedControl,
  Select,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { IconSearch, IconSearchOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useSearchParams } from 'react-router'
import { client } from '../lib/client.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { kinds, toFilter } from './filters.ts'
import { Marked } from './marked.tsx'
import { t } from './messages.ts'
import { type SearchHit, useSearch } from './use-search.ts'
import classes from './search.module.css'

/** The full search. Its query and filters are in the address, so that it can be bookmarked and shared. */
export function SearchScreen() {
  const { workspace } = useWorkspace()
  const [params, setParams] = useSearchParams()
  const query = params.get('q') ?? ''
  const kind = params.get('kind') ?? 'all'
  const section = params.get('in')
  const set = (name: string, value: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (value === null || value === '' || value === 'all') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const found = useSearch({ workspaceId: workspace.id, query, k: 50 }, toFilter(kind, section))

  return (
    <Screen title={t.search}>
      <Stack gap="md">
        <TextInput
          size="md"
          aria-label={t.searchPages}
          placeholder={t.placeholder}
          leftSection={<IconSearch size={18} />}
          value={query}
          maxLength={500}
          data-autofocus
          onChange={({ currentTarget }) => set('q', currentTarget.value)}
        />
        <Group gap="sm">
          <SegmentedControl
            aria-label={t.kind}
            data={kinds.map(({ value, label }) => ({ value, label: label() }))}
            value={kinds.some(({ value }) => value === kind) ? kind : 'all'}
            onChange={(value: string) => set('kind', value)}
          />
          <SectionFilter value={section} onChange={(value) => set('in', value)} />
        </Group>
        <Results {...found} typed={query.trim()} />
      </Stack>
    </Screen>
  )
}

type FilterProps = { value: string | null; onChange: (value: string | null) => void }

/** Top-level pages are the sections of a workspace. */
function SectionFilter({ value, onChange }: FilterProps) {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const { data } = useQuery({
    queryKey: ['pages', 'list', { workspaceId, depth: 1 }],
    queryFn: ({ signal }) => client.pages.list({ workspaceId, depth: 1, limit: 500 }, { signal }),
  })
  const sections = (data?.pages ?? []).map(({ id, title, icon }) => ({
    value: id,
    label: `${icon === null ? '' : `${icon} `}${displayTitle(title)}`,
  }))
  return (
    <Select
      aria-label={t.section}
      placeholder={t.allSections}
      data={sections}
      value={value}
      onChange={onChange}
      clearable
      searchable
      limit={100}
      w={240}
      nothingFoundMessage={t.noSection}
    />
  )
}

type ResultsProps = ReturnType<typeof useSearch> & { typed: string }

function Results({ typed, query, hits, isSettled, error, refetch }: ResultsProps) {
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (typed === '') {
    return (
      <EmptyState icon={<IconSearch />} title={t.emptyTitle}>
        {t.emptyHint}
      </EmptyState>
    )
  }
  if (hits.length === 0 && !isSettled) {
    return (
      <Stack gap="lg" pt="md">
        {[60, 45, 70].map((width) => (
          <Stack key={width} gap={8} px="md">
            <Skeleton h={16} w={`${width}%`} />
            <Skeleton h={12} />
          </Stack>
        ))}
      </Stack>
    )
  }
  if (hits.length === 0) {
    return (
      <EmptyState icon={<IconSearchOff />} title={t.noMatchTitle}>
        {t.noMatchHint}
      </EmptyState>
    )
  }
  return (
    <div aria-busy={!isSettled}>
      <Text size="sm" c="dimmed" px="md" role="status">
        {t.count({ count: hits.length })}
      </Text>
      <Stack component="ul" gap={0} m={0} p={0} style={{ listStyle: 'none' }}>
        {hits.map((hit) => (
          <Result key={hit.pageId} hit={hit} query={query} />
        ))}
      </Stack>
    </div>
  )
}

function Result({ hit, query }: { hit: SearchHit; query: string }) {
  const path = hit.above.map(({ title }) => displayTitle(title)).join(' / ')
  const kind = kinds.find(({ ownership }) => ownership !== undefined && ownership === hit.ownership)
  return (
    <li>
      <Link to={`/pages/${hit.pageId}`} className={classes['result']}>
        <h2 className={classes['resultTitle']} dir="auto">
          <PageIcon icon={hit.icon} size={18} />
          <span>
            <Marked text={displayTitle(hit.title)} query={query} />
          </span>
          {kind !== undefined && hit.ownership !== 'TEXT' && (
            <Badge size="sm" variant="light">
              {kind.one()}
            </Badge>
          )}
        </h2>
        {hit.blockNumber > 0 && (
          <p className={classes['resultText']} dir="auto">
            <Marked text={hit.content} query={query} />
          </p>
        )}
        <Text size="xs" c="dimmed" mt={6}>
          {path === '' ? '' : `${path} · `}
          <RelativeTime at={hit.updatedAt} />
        </Text>
      </Link>
    </li>
  )
}
