import { notifications } from '@mantine/notifications'
import {
  IconFilePlus,
  IconFolderSymlink,
  IconHistory,
  IconLink,
  IconPrinter,
  IconStar,
  IconTrash,
  IconUserPlus,
} from '../../../vendor/icons/icons.ts'
import { includes } from '../../lib/access/levels.ts'
import { openShareDialog } from '../../lib/access/share.ts'
import type { OpenedPage } from '../../lib/page-query.ts'
import { openMoveDialog } from '../../lib/tree/move-dialog.ts'
import type { PaletteAction } from '../../search/actions.ts'
import { showFailure } from '../../ui/undo.tsx'
import type { ActionContext } from './context.ts'
import { createPage } from './create-page.ts'
import { t } from './messages.ts'

export type PageChanges = {
  trash: () => Promise<void>
  favourite: { isFavourite: boolean; toggle: () => Promise<void> }
}

/** What can be done with the open page. */
export function pageActions(
  context: ActionContext,
  page: OpenedPage,
  { trash, favourite }: PageChanges,
): PaletteAction[] {
  return [
    ...(includes(page.level, 'write') ? changes(context, page, trash) : []),
    favouriteAction(favourite),
    ...readings(context, page),
  ]
}

function changes(
  context: ActionContext,
  { id, title }: OpenedPage,
  trash: PageChanges['trash'],
): PaletteAction[] {
  const { workspaceId } = context
  return [
    {
      id: 'new-subpage',
      label: t.newSubpage,
      english: 'new subpage create page',
      Icon: IconFilePlus,
      run: () => void createPage(context, id),
    },
    {
      id: 'move',
      label: t.move,
      english: 'move page to',
      Icon: IconFolderSymlink,
      run: () => openMoveDialog({ workspaceId, pages: [{ id, title }] }),
    },
    {
      id: 'trash',
      label: t.trash,
      english: 'move page to trash delete remove',
      Icon: IconTrash,
      run: () => void trash(),
    },
  ]
}

function favouriteAction({ isFavourite, toggle }: PageChanges['favourite']): PaletteAction {
  return {
    id: 'favourite',
    label: isFavourite ? t.removeFavourite : t.addFavourite,
    english: 'favourite favorite star page',
    Icon: IconStar,
    run: () => void toggle(),
  }
}

function readings({ workspaceId, go }: ActionContext, { id, title }: OpenedPage): PaletteAction[] {
  return [
    {
      id: 'share',
      label: t.share,
      english: 'share page permissions access',
      Icon: IconUserPlus,
      run: () => openShareDialog({ workspaceId, pageId: id, title }),
    },
    {
      id: 'history',
      label: t.history,
      english: 'history versions page',
      Icon: IconHistory,
      run: () => go(`/pages/${id}/history`),
    },
    {
      id: 'copy-link',
      label: t.copyLink,
      english: 'copy link page',
      Icon: IconLink,
      run: () => void copyLink(id),
    },
    {
      id: 'print',
      label: t.print,
      english: 'print page pdf',
      Icon: IconPrinter,
      // The palette is closed first.
      run: () => void setTimeout(() => print(), 200),
    },
  ]
}

async function copyLink(pageId: string): Promise<void> {
  try {
    await navigator.clipboard.writeText(`${location.origin}/pages/${pageId}`)
    notifications.show({ message: t.linkCopied })
  } catch (error) {
    showFailure(t.notCopied, error)
  }
}
