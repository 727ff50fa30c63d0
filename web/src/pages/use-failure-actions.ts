import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { client } from '../lib/client.ts'
import { useSignInAgain } from '../lib/entering.ts'
import { fileNameOf, markdownOf, saveText } from '../lib/markdown.ts'
import { showFailure } from '../ui/undo.tsx'
import type { Reason } from './saving/save-status.ts'
import type { PageModel } from './use-page-model.ts'

export type FailureAction = { label: string; act: () => Promise<void> }

type Place = { workspaceId: string; pageId: string }

/** What helps against each reason why a page is not saved; what helps most comes first. */
export function useFailureActions(place: Place, model: PageModel): Record<Reason, FailureAction[]> {
  const { saver, read } = model
  const queries = useQueryClient()
  const navigate = useNavigate()
  const signInAgain = useSignInAgain()
  const { pathname } = useLocation()
  const refresh = () => queries.invalidateQueries()
  const actions = {
    retry: { label: 'Try again', act: () => saver.retry() },
    signIn: {
      label: 'Sign in',
      act: async () => {
        if (saver.hasUnsent && !(await saver.keepDraft())) throw new TypeError(notKept)
        await signInAgain(pathname)
      },
    },
    restore: {
      label: 'Restore the page',
      act: async () => {
        await client.trash.restore(place)
        await saver.retry()
        await refresh()
      },
    },
    keepAsNew: {
      label: 'Keep as a new page',
      act: async () => {
        const { title, icon, content } = read()
        const { workspaceId } = place
        const { pageId } = await client.pages.create({ workspaceId, title: title || 'Untitled' })
        await client.pages.save({ workspaceId, pageId, version: 1, icon, content })
        saver.discard()
        await refresh()
        await navigate(`/pages/${pageId}`)
      },
    },
    copy: {
      label: 'Copy as Markdown',
      act: async () => {
        await navigator.clipboard.writeText(await markdownOf(read()))
        notifications.show({ message: 'Markdown copied' })
      },
    },
    download: {
      label: 'Download',
      act: async () => saveText(fileNameOf(read().title), await markdownOf(read())),
    },
  }
  const { retry, signIn, restore, keepAsNew, copy, download } = said(actions)
  return {
    'signed-out': [signIn, copy],
    trashed: [restore, keepAsNew, copy],
    'no-access': [download, copy, retry],
    'too-large': [download, copy],
    'storage-full': [retry, download],
    'server-error': [retry, download],
    refused: [retry, download, copy],
  }
}

const notKept =
  'This browser keeps nothing of the page. Copy your text first, or sign in in another tab.'

/** The same, with a notice when it did not work. */
function said<Name extends string>(
  actions: Record<Name, FailureAction>,
): Record<Name, FailureAction> {
  const entries = Object.entries<FailureAction>(actions).map(([name, { label, act }]) => {
    const tried = () => act().catch((error: unknown) => showFailure(`${label}: not done`, error))
    return [name, { label, act: tried }]
  })
  // SAFETY: the names are those that came in.
  return Object.fromEntries(entries) as Record<Name, FailureAction>
}
