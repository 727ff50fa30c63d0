import { SegmentedControl, Stack, Text } from '@mantine/core'
import { useSearchParams } from 'react-router'
import { IconLink, IconLinkOff } from '../../vendor/icons/icons.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { EmptyState } from '../ui/screens/empty-state.tsx'
import { Screen } from '../ui/screens/screen.tsx'
import { brokenReason } from './broken-reason.ts'
import { useBroken, useOrphans } from './link-queries.ts'
import { t } from './messages.ts'
import { PageLine, SentenceAround } from './page-line.tsx'
import { PartsOf } from './parts-of.tsx'
import classes from './links.module.css'

/** Broken links, and pages without backlinks. */
export function UpkeepScreen() {
  const { workspace } = useWorkspace()
  const [params, setParams] = useSearchParams()
  const isOrphans = params.get('show') === 'orphans'
  return (
    <Screen title={t.upkeepTitle} description={t.upkeepHint}>
      <Stack gap="md">
        <SegmentedControl
          aria-label={t.upkeepTitle}
          data={[
            { value: 'broken', label: t.brokenTab },
            { value: 'orphans', label: t.orphansTab },
          ]}
          value={isOrphans ? 'orphans' : 'broken'}
          onChange={(show: string) =>
            setParams(show === 'orphans' ? { show } : {}, { replace: true })
          }
        />
        {isOrphans ? (
          <Orphans workspaceId={workspace.id} />
        ) : (
          <BrokenLinks workspaceId={workspace.id} />
        )}
      </Stack>
    </Screen>
  )
}

function BrokenLinks({ workspaceId }: { workspaceId: string }) {
  return (
    <PartsOf
      label={t.brokenTab}
      query={useBroken({ workspaceId })}
      none={
        <EmptyState icon={<IconLink size={26} />} title={t.noBroken}>
          {t.noBrokenHint}
        </EmptyState>
      }
      keyOf={({ page, block, targetId }, index) => `${page.id} ${block} ${targetId} ${index}`}
      draw={(link) => (
        <>
          <PageLine page={link.page} />
          <SentenceAround {...link.sentence} />
          <Text size="xs" c="dimmed">
            {brokenReason(link)}
          </Text>
        </>
      )}
    />
  )
}

function Orphans({ workspaceId }: { workspaceId: string }) {
  return (
    <>
      <Text size="sm" c="dimmed" className={classes['hint'] ?? ''}>
        {t.orphansHint}
      </Text>
      <PartsOf
        label={t.orphansTab}
        query={useOrphans(workspaceId)}
        none={
          <EmptyState icon={<IconLinkOff size={26} />} title={t.noOrphans}>
            {t.noOrphansHint}
          </EmptyState>
        }
        keyOf={({ id }) => id}
        draw={(page) => <PageLine page={page} />}
      />
    </>
  )
}
