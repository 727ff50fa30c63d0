import type { ItemInstance } from '@headless-tree/core'
import { Menu, Popover, Portal } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import { lazy, Suspense } from 'react'
import {
  IconArrowsMove,
  IconChecks,
  IconFolderSymlink,
  IconExternalLink,
  IconFilePlus,
  IconLink,
  IconMoodSmile,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
  IconUserPlus,
} from '../../vendor/icons/icons.ts'
import { openShareDialog } from '../lib/access/share.ts'
import { openMoveDialog } from '../lib/tree/move-dialog.ts'
import { useWorkspace } from '../lib/workspace.tsx'
import { LateItems } from '../ui/rows/late-items.tsx'
import type { TreePage } from './children.ts'
import { t as manyTexts } from './many/messages.ts'
import { t } from './messages.ts'
import { titleOf } from './use-page-tree.ts'

const EmojiPicker = lazy(async () => ({
  default: (await import('../ui/emoji/emoji-picker.tsx')).EmojiPicker,
}))
const NewFromTemplateItem = lazy(async () => ({
  default: (await import('../ui/templates/new-from-template.tsx')).NewFromTemplateItem,
}))
const DuplicateItems = lazy(async () => ({
  default: (await import('../ui/templates/duplicate-items.tsx')).DuplicateItems,
}))

const WatchItems = lazy(async () => ({
  default: (await import('../ui/watches/watch-items.tsx')).WatchItems,
}))

export type MenuAt = {
  item: ItemInstance<TreePage>
  x: number
  y: number
  shows: 'menu' | 'icon'
  select: () => void
}

type Props = {
  at: MenuAt
  canWrite: boolean
  isFavourite: boolean
  close: () => void
  /** Replaces the menu with the icon picker. */
  chooseIcon: () => void
  onAdd: (page: TreePage) => void
  onIcon: (page: TreePage, icon: string | null) => void
  onFavourite: (page: TreePage) => void
  onTrash: (page: TreePage) => void
}

/** The context menu of a page, at the pointer. */
export function PageMenu(props: Props) {
  // Outside the sidebar: while the sidebar slides, fixed positions in it are relative to it.
  return (
    <Portal>
      <Content {...props} />
    </Portal>
  )
}

function Content({ at, close, ...props }: Props) {
  const page = at.item.getItemData()
  const anchor = <span style={{ position: 'fixed', left: at.x, top: at.y, width: 1, height: 1 }} />
  if (at.shows === 'icon') {
    return (
      <Popover opened onDismiss={close} position="bottom-start" shadow="md" trapFocus returnFocus>
        <Popover.Target>{anchor}</Popover.Target>
        <Popover.Dropdown aria-label={t.iconOf({ title: titleOf(page) })}>
          <Suspense fallback={<div style={{ width: 304, height: 320 }} />}>
            <EmojiPicker
              onPick={(emoji) => {
                close()
                props.onIcon(page, emoji)
              }}
              onRemove={
                page.icon === null
                  ? undefined
                  : () => {
                      close()
                      props.onIcon(page, null)
                    }
              }
            />
          </Suspense>
        </Popover.Dropdown>
      </Popover>
    )
  }
  return (
    <Menu opened onClose={close} position="bottom-start" width="max-content" returnFocus>
      <Menu.Target>{anchor}</Menu.Target>
      <Menu.Dropdown aria-label={titleOf(page)}>
        <Items at={at} {...props} />
      </Menu.Dropdown>
    </Menu>
  )
}

type ItemsProps = Omit<Props, 'close'>

function Items({ at, canWrite, isFavourite, chooseIcon, onAdd, onFavourite, onTrash }: ItemsProps) {
  const { item } = at
  const page = item.getItemData()
  const address = `/pages/${page.id}`
  const { copy } = useClipboard()
  const workspaceId = useWorkspace().workspace.id
  return (
    <>
      {canWrite && (
        <>
          <Menu.Item leftSection={<IconFilePlus size={16} />} onClick={() => onAdd(page)}>
            {t.newSubpage}
          </Menu.Item>
          <LateItems count={1}>
            <NewFromTemplateItem workspaceId={workspaceId} parentId={page.id} />
          </LateItems>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => item.startRenaming()}>
            {t.rename}
          </Menu.Item>
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={<IconMoodSmile size={16} />}
            onClick={chooseIcon}
          >
            {t.changeIcon}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconFolderSymlink size={16} />}
            onClick={() => openMoveDialog({ workspaceId, pages: [page] })}
          >
            {manyTexts.moveTo}
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsMove size={16} />}
            onClick={() => {
              item.setFocused()
              item.getTree().startKeyboardDrag([item])
              item.getTree().updateDomFocus()
            }}
          >
            {t.moveByKeyboard}
          </Menu.Item>
          <LateItems count={3}>
            <DuplicateItems workspaceId={workspaceId} pageId={page.id} title={page.title} />
          </LateItems>
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={isFavourite ? <IconStarOff size={16} /> : <IconStar size={16} />}
        onClick={() => onFavourite(page)}
      >
        {isFavourite ? t.removeFavourite : t.addFavourite}
      </Menu.Item>
      <LateItems count={2}>
        <WatchItems workspaceId={workspaceId} pageId={page.id} />
      </LateItems>
      <Menu.Item
        leftSection={<IconUserPlus size={16} />}
        onClick={() => openShareDialog({ workspaceId, pageId: page.id, title: page.title })}
      >
        {t.share}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLink size={16} />}
        onClick={() => copy(`${location.origin}${address}`)}
      >
        {t.copyLink}
      </Menu.Item>
      <OpenAndSelect address={address} select={at.select} />
      {canWrite && (
        <>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => onTrash(page)}
          >
            {t.moveToTrash}
          </Menu.Item>
        </>
      )}
    </>
  )
}

function OpenAndSelect({ address, select }: { address: string; select: () => void }) {
  return (
    <>
      <Menu.Item
        component="a"
        href={address}
        target="_blank"
        leftSection={<IconExternalLink size={16} />}
      >
        {t.openInTab}
      </Menu.Item>
      <Menu.Item leftSection={<IconChecks size={16} />} onClick={select}>
        {manyTexts.select}
      </Menu.Item>
    </>
  )
}
