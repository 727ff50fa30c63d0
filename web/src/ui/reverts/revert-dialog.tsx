import { Button, Group, Stack } from '@mantine/core'
import { useInfiniteQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { client } from '../../lib/client.ts'
import { ShowMore } from '../rows/show-more.tsx'
import { ErrorNotice } from '../screens/error-notice.tsx'
import { PageSkeleton } from '../screens/page-skeleton.tsx'
import { showFailure, showUndo } from '../undo.tsx'
import { t } from './messages.ts'
import { RevertPreview, type TakenLocations } from './revert-preview.tsx'
import {
  revertAll,
  type RevertChoice,
  revertPreviewQuery,
  type RevertTarget,
} from './revert-queries.ts'

/** The preview of a revert, and the button that makes it. */
export function RevertDialog({ target, close }: { target: RevertTarget; close: () => void }) {
  const preview = useInfiniteQuery(revertPreviewQuery(target))
  const [except, setExcept] = useState<ReadonlySet<string>>(new Set())
  const [taken, setTaken] = useState<TakenLocations>(new Map())
  const [isBusy, setBusy] = useState(false)
  const revert = useRevert(target)
  const { data, error, refetch, hasNextPage, fetchNextPage, isFetchingNextPage } = preview
  if (error !== null) return <ErrorNotice error={error} retry={() => void refetch()} />
  const [first] = data?.pages ?? []
  if (data === undefined || first === undefined) return <PageSkeleton />
  const pages = data.pages.flatMap((part) => part.pages)
  const isUnchanged = pages.every(({ id, actions }) => actions.length === 0 && !taken.has(id))
  const isEmpty = isUnchanged && !hasNextPage
  const submit = async () => {
    setBusy(true)
    const takeBack = Array.from(taken, ([pageId, locations]) => ({
      pageId,
      locations: [...locations],
    }))
    const isDone = await revert({ except: [...except], takeBack })
    setBusy(false)
    if (isDone) close()
  }
  return (
    <Stack>
      <RevertPreview
        {...{ first, pages, except, setExcept, taken, setTaken }}
        hasMore={hasNextPage}
      />
      {hasNextPage && <ShowMore isLoading={isFetchingNextPage} load={fetchNextPage} />}
      <Group justify="flex-end">
        <Button variant="default" onClick={close}>
          {t.cancel}
        </Button>
        <Button disabled={isEmpty} loading={isBusy} onClick={() => void submit()} data-autofocus>
          {'runId' in target ? t.confirm : t.confirmKey}
        </Button>
      </Group>
    </Stack>
  )
}

/** Reverts, and offers to undo that: a revert is a run too. */
function useRevert(target: RevertTarget): (choice: RevertChoice) => Promise<boolean> {
  const queries = useQueryClient()
  const attempt = async (
    what: RevertTarget,
    choice: RevertChoice,
  ): Promise<string[] | undefined> => {
    try {
      return await revertAll(client, what, choice)
    } catch (error) {
      showFailure(t.failed, error)
      return undefined
    } finally {
      // Not awaited: the preview that is still open would be computed again first.
      void queries.invalidateQueries()
    }
  }
  return async (choice) => {
    const runIds = await attempt(target, choice)
    if (runIds === undefined) return false
    showUndo('runId' in target ? t.reverted : t.revertedKey, async () => {
      for (const runId of runIds) {
        await attempt({ workspaceId: target.workspaceId, runId }, { except: [], takeBack: [] })
      }
    })
    return true
  }
}
