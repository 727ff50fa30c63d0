import { notifications } from '@mantine/notifications'
import { useQueryClient } from '@tanstack/react-query'
import { useLocation, useNavigate } from 'react-router'
import { createPrivatePage } from '../lib/access/private-page.ts'
import { client } from '../lib/client.ts'
import { fileNameOf, markdownOf, saveText } from '../lib/markdown.ts'
import { useSignInRedirect } from '../lib/sign-in-redirect.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'
import type { Reason } from './saving/save-status.ts'
import type { PageModel } from './use-page-model.ts'

export type FailureAction = { label: string; act: () => Promise<void> }

type Page = { workspaceId: string; pageId: string }

/** The actions to offer for each reason why a page is not saved, the most helpful one first. */
export function useFailureActions(page: Page, model: PageModel): Record<Reason, FailureAction[]> {
  const { saver, read } = model
  const queries = useQueryClient()
  const navigate = useNavigate()
  const signInAgain = useSignInRedirect()
  const { pathname } = useLocation()
  const { isGuest } = useWorkspace().workspace
  const refresh = () => queries.invalidateQueries()
  const retry = withNotice(t.tryAgain, t.saveFailed, () => saver.retry())
  const signIn = withNotice(t.signIn, t.signInFailed, async () => {
    await storeDraft(model)
    await signInAgain(pathname)
  })
  const reload = withNotice(t.reload, t.reloadFailed, () => reloadApp(model))
  const restore = withNotice(t.restore, t.restoreFailed, async () => {
    await client.trash.restore(page)
    await saver.retry()
    await refresh()
  })
  const saveAsNew = withNotice(t.saveAsNew, t.saveAsNewFailed, async () => {
    const { title, icon, content } = read()
    const { workspaceId } = page
    const { pageId } = await client.pages.create({ workspaceId, title: title || t.untitled })
    await client.pages.save({ workspaceId, pageId, version: 1, icon, content })
    saver.discard()
    await refresh()
    await navigate(`/pages/${pageId}`)
  })
  const copy = withNotice(t.copyMarkdown, t.copyFailed, async () => {
    await navigator.clipboard.writeText(await markdownOf(read()))
    notifications.show({ message: t.markdownCopied })
  })
  const download = withNotice(t.download, t.downloadFailed, async () =>
    saveText(fileNameOf(read().title), await markdownOf(read())),
  )
  const keepPrivate = withNotice(t.keepPrivate, t.keepPrivateFailed, async () => {
    const { title, icon, content } = read()
    const fields = { title: title || t.untitled, icon, content }
    const pageId = await createPrivatePage(page.workspaceId, fields)
    saver.discard()
    await refresh()
    await navigate(`/pages/${pageId}`)
  })
  const discard = withNotice(t.discard, t.saveFailed, async () => {
    saver.discard()
    await navigate('/')
  })
  return {
    lost: [...(isGuest ? [] : [keepPrivate]), copy, download, discard],
    'signed-out': [signIn, copy],
    trashed: [restore, saveAsNew, copy],
    'no-access': [download, copy, retry],
    'too-large': [download, copy],
    'storage-full': [retry, download],
    'server-error': [retry, download],
    'old-app': [reload, copy],
    refused: [retry, download, copy],
  }
}

/** Before the page is left to come back to it. */
async function storeDraft({ saver }: PageModel): Promise<void> {
  if (saver.hasUnsent && !(await saver.keepDraft())) throw new TypeError(t.draftNotStored)
}

async function reloadApp(model: PageModel): Promise<void> {
  await storeDraft(model)
  location.reload()
}

/** An action that shows a notice with this title when it fails. */
function withNotice(label: string, failed: string, act: () => Promise<void>): FailureAction {
  return { label, act: () => act().catch((error: unknown) => showFailure(failed, error)) }
}
