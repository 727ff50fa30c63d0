import { Anchor, Button, Group, Popover, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { createPortal } from 'react-dom'
import { Link } from 'react-router'
import { authorName, claimOf } from '../../lib/authors/author-name.ts'
import { client } from '../../lib/client.ts'
import { RelativeTime } from '../../ui/relative-time.tsx'
import { showFailure } from '../../ui/undo.tsx'
import { type UnacceptedRun, unacceptedQuery } from '../version-queries.ts'
import './agent-marks.css'
import { t } from './messages.ts'
import { type MarkedBlock, type Spot, useSpots } from './use-spots.ts'

type PageIds = { workspaceId: string; pageId: string }
type Props = PageIds & { isEditable: boolean }
type KnownRun = UnacceptedRun & { run: NonNullable<UnacceptedRun['run']> }

type Authors = Awaited<ReturnType<typeof client.history.authors>>

/** Blocks whose text is compared with that on the screen. */
const maxBlocks = 500

/** Marks in the margin of a page the text of programs that no person has accepted or edited. */
export function AgentMarks({ workspaceId, pageId, isEditable }: Props) {
  const page = { workspaceId, pageId }
  const { data } = useQuery(unacceptedQuery(page))
  const runs = (data?.runs ?? []).flatMap((one) =>
    one.run === null ? [] : [{ ...one, run: one.run }],
  )
  if (data === undefined || runs.length === 0) return null
  return <Marks {...{ page, runs, isEditable }} version={data.version} />
}

type MarksProps = { page: PageIds; version: number; runs: readonly KnownRun[]; isEditable: boolean }

function Marks({ page, version, runs, isEditable }: MarksProps) {
  // The page is on the screen before its marks are loaded.
  const [article] = useState(() => document.querySelector<HTMLElement>('.page-article'))
  const blocks = useBlocks(page, version, runs)
  const spots = useSpots(article, blocks)
  if (article === null || spots.length === 0) return null
  return createPortal(
    <div className="agent-marks" role="group" aria-label={t.label}>
      {spots.map((spot) => {
        const one = runs.find(({ run }) => run.id === spot.runId)
        return one !== undefined && <Mark key={spot.number} {...{ page, spot, one, isEditable }} />
      })}
    </div>,
    article,
  )
}

/** The blocks of the runs with their text, in the order of the page. */
function useBlocks(
  page: PageIds,
  version: number,
  runs: readonly KnownRun[],
): readonly MarkedBlock[] {
  const { data } = useQuery({
    queryKey: ['history', 'marked', page.workspaceId, `${page.pageId} ${version}`],
    queryFn: async ({ signal }) => {
      const texts = new Map<number, string>()
      let next: { offset: number; part: number } | null = { offset: 0, part: 0 }
      while (next !== null && next.offset < maxBlocks) {
        const asked = { ...page, ...next, limit: maxBlocks - next.offset }
        const found: Authors = await client.history.authors(asked, { signal })
        for (const { number, parts } of found.blocks) {
          const text = parts.map((part) => part.text).join('')
          texts.set(number, `${texts.get(number) ?? ''}${text}`)
        }
        next = found.next
      }
      return [...texts]
    },
    staleTime: Infinity,
    retry: false,
  })
  const numbers = runs.map(({ run, blocks }) => `${run.id} ${blocks.join(',')}`).join(' ')
  return useMemo(() => {
    const runOf = new Map(runs.flatMap(({ run, blocks }) => blocks.map((one) => [one, run.id])))
    return (data ?? []).flatMap(([number, text]) => {
      const runId = runOf.get(number)
      return runId === undefined ? [] : [{ number, runId, text }]
    })
    // The runs are new objects each time; their numbers tell whether they differ.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [data, numbers])
}

type MarkProps = { page: PageIds; spot: Spot; one: KnownRun; isEditable: boolean }

function Mark({ page, spot: { top, height, side }, one, isEditable }: MarkProps) {
  const { run, author, writtenAt } = one
  const name = author === null ? t.unknown : authorName(author, run)
  const { accept, isBusy } = useAccept(page, run.id)
  return (
    <Popover
      position={side === 'right' ? 'left' : 'right'}
      withArrow
      shadow="md"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <button
          type="button"
          className="agent-mark"
          style={{ top, height, [side]: 4 }}
          aria-label={t.mark({ name })}
        />
      </Popover.Target>
      <Popover.Dropdown>
        <Text size="sm" title={claimOf(run)}>
          {t.writtenBy({ name, when: () => <RelativeTime at={writtenAt} /> })}
        </Text>
        <Text size="sm" c="dimmed">
          {t.explanation}
        </Text>
        <Group mt="xs" gap="sm">
          {isEditable && (
            <Button size="compact-sm" title={t.acceptHint} loading={isBusy} onClick={accept}>
              {t.accept}
            </Button>
          )}
          <Anchor component={Link} to={`/activity?run=${run.id}`} size="sm">
            {t.showRun}
          </Anchor>
        </Group>
      </Popover.Dropdown>
    </Popover>
  )
}

function useAccept(page: PageIds, runId: string): { accept: () => void; isBusy: boolean } {
  const queries = useQueryClient()
  const [isBusy, setBusy] = useState(false)
  const accept = async () => {
    setBusy(true)
    try {
      await client.history.accept({ ...page, runId })
      await queries.invalidateQueries(unacceptedQuery(page))
      notifications.show({ message: t.accepted })
    } catch (error) {
      showFailure(t.failed, error)
      setBusy(false)
    }
  }
  return { accept: () => void accept(), isBusy }
}
