import { Text } from '@mantine/core'
import { LineChanges } from '../ui/difference/line-changes.tsx'
import { HeadChanges } from './head-changes.tsx'
import { t } from './messages.ts'
import type { DiffLine, HeadChange } from './version-queries.ts'

type Props = { lines: readonly DiffLine[]; changes: readonly HeadChange[] }

/** What changed: the title and the icon, then line by line of the Markdown. */
export function Difference({ lines, changes }: Props) {
  const isSame = lines.every(({ kind }) => kind === 'same')
  return (
    <>
      <HeadChanges changes={changes} />
      {isSame ? (
        <Text c="dimmed" size="sm">
          {changes.length === 0 ? t.unchanged : t.textUnchanged}
        </Text>
      ) : (
        <LineChanges lines={lines} />
      )}
    </>
  )
}
