import { Alert, Button, Group, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { client } from '../lib/client.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { showFailure } from '../ui/undo.tsx'
import { unacceptedTexts as t } from './messages.ts'
import { type UnacceptedRun, unacceptedQuery } from './version-queries.ts'

type Props = { pageIds: { workspaceId: string; pageId: string }; canAccept: boolean }

/** The runs that wrote text on the page which no person has accepted or edited. */
export function UnacceptedRuns({ pageIds, canAccept }: Props) {
  const { data } = useQuery(unacceptedQuery(pageIds))
  const queries = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const runs = (data?.runs ?? []).flatMap(({ run, ...one }) =>
    run === null ? [] : [{ ...one, run }],
  )
  if (runs.length === 0) return null
  const accept = async (runId: string) => {
    setBusy(runId)
    try {
      await client.history.accept({ ...pageIds, runId })
      await queries.invalidateQueries(unacceptedQuery(pageIds))
    } catch (error) {
      showFailure(t.failed, error)
    } finally {
      setBusy(undefined)
    }
  }
  return (
    <Alert color="violet" title={t.title} mb="md">
      <Text size="sm">{t.explanation}</Text>
      <ul className="unaccepted-runs">
        {runs.map((one) => (
          <li key={one.run.id}>
            <Group justify="space-between" gap="xs">
              <RunSummary {...one} />
              {canAccept && (
                <Button
                  size="compact-xs"
                  variant="default"
                  loading={busy === one.run.id}
                  onClick={() => void accept(one.run.id)}
                >
                  {t.accept}
                </Button>
              )}
            </Group>
          </li>
        ))}
      </ul>
    </Alert>
  )
}

function RunSummary({ run, author, writtenAt, blocks }: UnacceptedRun) {
  return (
    <Text size="sm" component="span">
      <bdi title={claimOf(run)}>{author === null ? t.unknown : authorName(author, run)}</bdi>
      {' · '}
      {t.blocks({ count: blocks.length })}
      {' · '}
      <RelativeTime at={writtenAt} />
    </Text>
  )
}
