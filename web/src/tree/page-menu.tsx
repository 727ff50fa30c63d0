import type { ItemInstance } from '@headless-tree/core'
import { Menu, Popover, Portal } from '@mantine/core'
import { useClipboard } from '@mantine/hooks'
import {
  IconArrowsMove,
  IconExternalLink,
  IconFilePlus,
  IconLink,
  IconMoodSmile,
  IconPencil,
  IconStar,
  IconStarOff,
  IconTrash,
} from '@tabler/icons-react'
import { lazy, Suspense } from 'react'
import type { TreePage } from './children.ts'
import { titleOf } from './use-page-tree.ts'

const EmojiPicker = lazy(async () => ({
  default: (await import('../ui/emoji/emoji-picker.tsx')).EmojiPicker,
}))

export type MenuAt = { item: ItemInstance<TreePage>; x: number; y: number; shows: 'menu' | 'icon' }

type Props = {
  at: MenuAt
  canWrite: boolean
  isFavourite: boolean
  close: () => void
  /** From the menu to the choice of an icon. */
  chooseIcon: () => void
  onAdd: (page: TreePage) => void
  onIcon: (page: TreePage, icon: string | null) => void
  onFavourite: (page: TreePage) => void
  onTrash: (page: TreePage) => void
}

/** What can be done with a page, where the pointer is. */
export function PageMenu(props: Props) {
  // Out of the sidebar, in which a fixed place is counted from the sidebar while it slides.
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
        <Popover.Dropdown aria-label={`Icon of ${titleOf(page)}`}>
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
    <Menu opened onClose={close} position="bottom-start" width={220} returnFocus>
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
  return (
    <>
      {canWrite && (
        <>
          <Menu.Item leftSection={<IconFilePlus size={16} />} onClick={() => onAdd(page)}>
            New page inside
          </Menu.Item>
          <Menu.Item leftSection={<IconPencil size={16} />} onClick={() => item.startRenaming()}>
            Rename
          </Menu.Item>
          <Menu.Item
            closeMenuOnClick={false}
            leftSection={<IconMoodSmile size={16} />}
            onClick={chooseIcon}
          >
            Change icon
          </Menu.Item>
          <Menu.Item
            leftSection={<IconArrowsMove size={16} />}
            onClick={() => {
              item.setFocused()
              item.getTree().startKeyboardDrag([item])
              item.getTree().updateDomFocus()
            }}
          >
            Move by keyboard
          </Menu.Item>
          <Menu.Divider />
        </>
      )}
      <Menu.Item
        leftSection={isFavourite ? <IconStarOff size={16} /> : <IconStar size={16} />}
        onClick={() => onFavourite(page)}
      >
        {isFavourite ? 'Remove from favourites' : 'Add to favourites'}
      </Menu.Item>
      <Menu.Item
        leftSection={<IconLink size={16} />}
        onClick={() => copy(`${location.origin}${address}`)}
      >
        Copy link
      </Menu.Item>
      <Menu.Item
        component="a"
        href={address}
        target="_blank"
        leftSection={<IconExternalLink size={16} />}
      >
        Open in a new tab
      </Menu.Item>
      {canWrite && (
        <>
          <Menu.Divider />
          <Menu.Item
            color="red"
            leftSection={<IconTrash size={16} />}
            onClick={() => onTrash(page)}
          >
            Move to trash
          </Menu.Item>
        </>
      )}
    </>
  )
}
