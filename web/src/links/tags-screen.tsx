import { Anchor, Button, Stack, Text, TextInput } from '@mantine/core'
import { useDebouncedValue } from '@mantine/hooks'
import { lazy, Suspense, useState } from 'react'
import { Link, useSearchParams } from 'react-router'
import { IconHash, IconSearch } from '../../vendor/icons/icons.ts'
import { useRights, useWorkspace } from '../lib/workspace.tsx'
import { RelativeTime } from '../ui/relative-time.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { useTagPages, useTags } from './link-queries.ts'
import { t } from './messages.ts'
import { PageLine } from './page-line.tsx'
import { PartsOf } from './parts-of.tsx'
import classes from './links.module.css'

const RenameTag = lazy(async () => ({ default: (await import('./rename-tag.tsx')).RenameTag }))

/** Pages of a tag are counted up to this. */
const countedPages = 100

/** The tags of the workspace, or the pages of the one that the address names. */
export function TagsScreen() {
  const { workspace } = useWorkspace()
  const [params] = useSearchParams()
  const tag = (params.get('tag') ?? '').replace(/^#/, '')
  return tag === '' ? (
    <TagList workspaceId={workspace.id} />
  ) : (
    <TagPages key={tag} workspaceId={workspace.id} tag={tag} />
  )
}

function TagList({ workspaceId }: { workspaceId: string }) {
  const [typed, setTyped] = useState('')
  const [prefix] = useDebouncedValue(typed.trim(), 150)
  return (
    <Screen title={t.tagsTitle} description={t.tagsHint}>
      <Stack gap="md">
        <TextInput
          aria-label={t.findTag}
          placeholder={t.findTag}
          leftSection={<IconSearch size={16} />}
          value={typed}
          maxLength={100}
          onChange={({ currentTarget }) => setTyped(currentTarget.value)}
        />
        <PartsOf
          label={t.tagsTitle}
          query={useTags(workspaceId, prefix)}
          none={
            <EmptyState icon={<IconHash size={26} />} title={t.noTags}>
              {t.noTagsHint}
            </EmptyState>
          }
          keyOf={({ name }) => name}
          draw={({ name, pages }) => (
            <div className={classes['page']}>
              <Link
                className={classes['name']}
                to={`/tags?tag=${encodeURIComponent(name)}`}
                dir="auto"
              >
                {`#${name}`}
              </Link>
              <span className={classes['path']}>
                {pages < countedPages ? t.pages({ count: pages }) : t.manyPages}
              </span>
            </div>
          )}
        />
      </Stack>
    </Screen>
  )
}

function TagPages({ workspaceId, tag }: { workspaceId: string; tag: string }) {
  const { canWrite } = useRights()
  const [isRenaming, setRenaming] = useState(false)
  return (
    <Screen
      title={`#${tag}`}
      description={
        <Anchor component={Link} to="/tags" size="sm">
          {t.allTags}
        </Anchor>
      }
      action={
        canWrite && (
          <Button variant="default" onClick={() => setRenaming(true)}>
            {t.rename}
          </Button>
        )
      }
    >
      <PartsOf
        label={`#${tag}`}
        query={useTagPages(workspaceId, tag)}
        none={
          <EmptyState icon={<IconHash size={26} />} title={t.noPages}>
            {t.noPagesHint}
          </EmptyState>
        }
        keyOf={({ id }) => id}
        draw={(page) => (
          <>
            <PageLine page={page} />
            <Text size="xs" c="dimmed">
              <RelativeTime at={page.updatedAt} />
            </Text>
          </>
        )}
      />
      {isRenaming && (
        <Suspense>
          <RenameTag {...{ workspaceId, tag }} close={() => setRenaming(false)} />
        </Suspense>
      )}
    </Screen>
  )
}
