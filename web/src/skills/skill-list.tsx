import {
  Badge,
  Button,
  Group,
  Select,
  SimpleGrid,
  Skeleton,
  Stack,
  Text,
  TextInput,
} from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { IconSearch } from '../../vendor/icons/icons.ts'
import { displayTitle } from '../lib/page-title.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { PageIcon } from '../ui/emoji/page-icon.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { ErrorNotice } from '../ui/screens/error-notice.tsx'
import { t } from './messages.ts'
import { type Skill, skillsQuery } from './skill-queries.ts'
import classes from './skills.module.css'

const SkillDialog = lazy(async () => ({
  default: (await import('./skill-dialog.tsx')).SkillDialog,
}))

/** More of them get a field to search them. */
const maxWithoutSearch = 6

const states = {
  draft: { color: 'gray', label: () => t.stateDraft },
  published: { color: 'green', label: () => t.statePublished },
  changed: { color: 'yellow', label: () => t.stateChanged },
  rolled_back: { color: 'orange', label: () => t.stateRolledBack },
} as const

type StaleReason = Skill['stale'][number]

/** Stale for as many days as `/v1/skills/list` assumes. */
const staleLabels: Record<StaleReason, () => string> = {
  unused: () => t.staleUnused,
  changed_since_publication: () => t.staleChanged,
  never_published: () => t.staleDraft,
  not_changed: () => t.staleOld,
}

type Props = { ownership: Skill['ownership']; none: React.ReactNode }

/** The skills or agents of the workspace, with what agents are served of each. */
export function SkillList({ ownership, none }: Props) {
  const { workspace } = useWorkspace()
  const [params, setParams] = useSearchParams()
  const [search, setSearch] = useState('')
  const [reason, setReason] = useState<StaleReason | null>(null)
  const { data, error, refetch } = useQuery(skillsQuery(workspace.id))
  const own = data?.skills.filter((skill) => skill.ownership === ownership)
  const found = own?.filter(
    (skill) => isFound(skill, search) && (reason === null || skill.stale.includes(reason)),
  )
  const opened = data?.skills.find(({ id }) => id === params.get('skill'))
  const open = (id: string | null) => {
    const next = new URLSearchParams(params)
    if (id === null) next.delete('skill')
    else next.set('skill', id)
    setParams(next, { replace: true })
  }
  return (
    <Stack gap="sm">
      {error !== null && <ErrorNotice error={error} retry={() => void refetch()} />}
      {data === undefined && error === null && <Skeleton h={120} radius="md" />}
      {own?.length === 0 && none}
      {own !== undefined && own.length > maxWithoutSearch && (
        <TextInput
          aria-label={t.search}
          placeholder={t.search}
          leftSection={<IconSearch size={16} />}
          value={search}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      {own?.some(({ stale }) => stale.length > 0) === true && (
        <StaleFilter skills={own} reason={reason} choose={setReason} />
      )}
      {found !== undefined && found.length > 0 && (
        <SimpleGrid cols={{ base: 1, xs: 2 }} spacing="sm">
          {found.map((skill) => (
            <SkillCard key={skill.id} skill={skill} open={() => open(skill.id)} />
          ))}
        </SimpleGrid>
      )}
      {found?.length === 0 && (search !== '' || reason !== null) && (
        <Text c="dimmed">{t.noneFound}</Text>
      )}
      {opened !== undefined && (
        <Suspense>
          <SkillDialog skill={opened} workspaceId={workspace.id} close={() => open(null)} />
        </Suspense>
      )}
    </Stack>
  )
}

type FilterProps = {
  skills: readonly Skill[]
  reason: StaleReason | null
  choose: (reason: StaleReason | null) => void
}

/** Offers the reasons that a skill in the list has. */
function StaleFilter({ skills, reason, choose }: FilterProps) {
  const reasons = new Set(skills.flatMap(({ stale }) => stale))
  return (
    <Select
      label={t.show}
      placeholder={t.showAll}
      clearable
      value={reason}
      data={[...reasons].map((value) => ({ value, label: staleLabels[value]() }))}
      onChange={(value) => choose([...reasons].find((one) => one === value) ?? null)}
    />
  )
}

function isFound({ title, served }: Skill, search: string): boolean {
  const text = `${title} ${served?.name ?? ''} ${served?.description ?? ''}`.toLowerCase()
  return text.includes(search.trim().toLowerCase())
}

function SkillCard({ skill, open }: { skill: Skill; open: () => void }) {
  const { id, title, icon, state, served } = skill
  const name = displayTitle(title)
  return (
    <div className={classes['card']}>
      <PageIcon icon={icon} size={20} />
      <span className={classes['texts']}>
        <Link to={`/pages/${id}`} className={classes['name']} dir="auto">
          {name}
        </Link>
        <Text span size="xs" c="dimmed" lineClamp={2} dir="auto">
          {served?.description ?? t.notServed}
        </Text>
        <UsesLine skill={skill} />
        <span className={classes['state']}>
          <Badge size="sm" variant="light" color={states[state].color}>
            {states[state].label()}
          </Badge>
          {served !== null && (
            <Text span size="xs" c="dimmed">
              {t.versionNumber({ version: served.version })}
            </Text>
          )}
          <Button
            size="compact-xs"
            variant="subtle"
            aria-label={t.detailsOf({ title: name })}
            onClick={open}
          >
            {t.details}
          </Button>
        </span>
      </span>
    </div>
  )
}

/** How often a skill is used, and why it may need attention. */
function UsesLine({ skill: { uses, lastUsedAt, stale } }: { skill: Skill }) {
  return (
    <Group gap="xs">
      {lastUsedAt !== null && (
        <Text span size="xs" c="dimmed">
          {t.usedTimes({ count: uses })} · <RelativeTime at={lastUsedAt} />
        </Text>
      )}
      {stale.map((reason) => (
        <Badge key={reason} size="sm" variant="outline" color="gray">
          {staleLabels[reason]()}
        </Badge>
      ))}
    </Group>
  )
}
