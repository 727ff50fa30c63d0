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
import { useWorkspace } from '../lib/workspace.tsx'
import { Ago } from '../ui/ago.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { kinds, toFilter } from './filters.ts'
import { Marked } from './marked.tsx'
import { type SearchHit, useSearch } from './use-search.ts'
import classes from './search.module.css'

/** The full search: its words and filters are in the address, to be kept and sent. */
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
    <Screen title="Search">
      <Stack gap="md">
        <TextInput
          size="md"
          aria-label="Search pages"
          placeholder="Words, or an “exact phrase” in quotes"
          leftSection={<IconSearch size={18} />}
          value={query}
          maxLength={500}
          data-autofocus
          onChange={({ currentTarget }) => set('q', currentTarget.value)}
        />
        <Group gap="sm">
          <SegmentedControl
            aria-label="Kind"
            data={kinds.map(({ value, label }) => ({ value, label }))}
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

/** The pages at the top are the sections of a workspace. */
function SectionFilter({ value, onChange }: FilterProps) {
  const { workspace } = useWorkspace()
  const workspaceId = workspace.id
  const { data } = useQuery({
    queryKey: ['pages', 'list', { workspaceId, depth: 1 }],
    queryFn: ({ signal }) => client.pages.list({ workspaceId, depth: 1, limit: 500 }, { signal }),
  })
  const sections = (data?.pages ?? []).map(({ id, title, icon }) => ({
    value: id,
    label: `${icon === null ? '' : `${icon} `}${title || 'Untitled'}`,
  }))
  return (
    <Select
      aria-label="Section"
      placeholder="All sections"
      data={sections}
      value={value}
      onChange={onChange}
      clearable
      searchable
      limit={100}
      w={240}
      nothingFoundMessage="No page at the top has this name"
    />
  )
}

type ResultsProps = ReturnType<typeof useSearch> & { typed: string }

function Results({ typed, query, hits, isSettled, error, refetch }: ResultsProps) {
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  if (typed === '') {
    return (
      <EmptyState icon={<IconSearch />} title="Search all pages">
        Titles and texts are searched, in any language, whatever the ending of a word.
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
      <EmptyState icon={<IconSearchOff />} title="No page matches">
        Try fewer or other words, or take a filter away.
      </EmptyState>
    )
  }
  return (
    <div aria-busy={!isSettled}>
      <Text size="sm" c="dimmed" px="md" role="status">
        {hits.length} {hits.length === 1 ? 'page' : 'pages'}
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
  const place = hit.above.map(({ title }) => title || 'Untitled').join(' / ')
  const kind = kinds.find(({ ownership }) => ownership !== undefined && ownership === hit.ownership)
  return (
    <li>
      <Link to={`/pages/${hit.pageId}`} className={classes['result']}>
        <h2 className={classes['resultTitle']}>
          <PageIcon icon={hit.icon} size={18} />
          <span>
            <Marked text={hit.title || 'Untitled'} query={query} />
          </span>
          {kind !== undefined && hit.ownership !== 'TEXT' && (
            <Badge size="sm" variant="light">
              {kind.one}
            </Badge>
          )}
        </h2>
        {hit.blockNumber > 0 && (
          <p className={classes['resultText']}>
            <Marked text={hit.content} query={query} />
          </p>
        )}
        <Text size="xs" c="dimmed" mt={6}>
          {place === '' ? '' : `${place} · `}
          <Ago at={hit.updatedAt} />
        </Text>
      </Link>
    </li>
  )
}
