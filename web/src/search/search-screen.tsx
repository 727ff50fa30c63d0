import { Stack, TextInput } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { IconSearch } from '../../vendor/icons/icons.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { toFilter } from './filters.ts'
import { t } from './messages.ts'
import { FilterFields, type FilterName } from './results/filter-fields.tsx'
import { ResultList } from './results/result-list.tsx'
import { useResultList } from './results/use-result-list.ts'

/** The full search. Its query and filters are in the address, so that it can be bookmarked and shared. */
export function SearchScreen() {
  const { workspace } = useWorkspace()
  const [params, setParams] = useSearchParams()
  const query = params.get('q') ?? ''
  const set = (name: FilterName | 'q', value: string | null) =>
    setParams(
      (old) => {
        const next = new URLSearchParams(old)
        if (value === null || value === '') next.delete(name)
        else next.set(name, value)
        return next
      },
      { replace: true },
    )
  const found = useResultList({ workspaceId: workspace.id, query }, toFilter(params))

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
        <FilterFields params={params} set={set} />
        <ResultList {...found} typed={query.trim()} />
      </Stack>
    </Screen>
  )
}
