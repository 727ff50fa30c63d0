import { Anchor, Text } from '@mantine/core'
import { useState } from 'react'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { t } from '../messages.ts'
import type { SkillVersion } from '../skill-queries.ts'
import { Evaluations, outcomeOf } from './evaluations.tsx'

type Props = { version: SkillVersion; ids: { workspaceId: string; pageId: string } }

/** How often a version was used, and how it did in evaluations. */
export function VersionRecord({ version, ids }: Props) {
  const { uses, lastUsedAt, evaluations } = version
  const { passed, failed, scored, newest } = evaluations
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Text size="xs" c="dimmed">
        {t.usedTimes({ count: uses })}
        {lastUsedAt !== null && (
          <>
            {' · '}
            <RelativeTime at={lastUsedAt} />
          </>
        )}
      </Text>
      {newest !== null && (
        <Text size="xs" dir="auto">
          {t.newestResult({ result: outcomeOf(newest), name: newest.name })} ·{' '}
          <Anchor
            component="button"
            type="button"
            size="xs"
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          >
            {t.results({ passed, failed, scored })}
          </Anchor>
        </Text>
      )}
      {isOpen && <Evaluations {...ids} version={version.version} />}
    </>
  )
}
