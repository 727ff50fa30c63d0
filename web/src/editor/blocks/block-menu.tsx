import { Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import type { Editor } from '@tiptap/core'
import type { ReactNode } from 'react'
import {
  IconArrowDown,
  IconArrowUp,
  IconCopy,
  IconFileArrowRight,
  IconFileSymlink,
  IconLink,
  IconMessageCirclePlus,
  IconTransform,
  IconTrash,
} from '../../../vendor/icons/icons.ts'
import { shortcutText } from '../../ui/keys.ts'
import { showFailure } from '../../ui/undo.tsx'
import { isEmbed, linkedPage, turnIntoEmbed, turnIntoLink } from '../embeds/convert.ts'
import { t as embeds } from '../embeds/messages.ts'
import { refuseEmbed } from '../embeds/refuse-embed.ts'
import { duplicateSelected, moveByKey } from './block-keys.ts'
import { fragmentOf } from './block-link.ts'
import { type BlockRange, blocksIn } from './block-range.ts'
import type { Direction } from './gaps.ts'
import { t } from './messages.ts'
import { blockKinds, turnInto } from './turn-into.ts'

const icon = { size: 16, stroke: 1.7 }

type Props = {
  editor: Editor
  workspaceId: string
  pageId: string
  comment?: ((range: BlockRange) => void) | undefined
  announceMove: (range: BlockRange | undefined, direction: Direction) => void
  moveToPage: (range: BlockRange) => void
}

/** What can be done with the blocks that are selected. */
export function BlockMenu({ editor, comment, announceMove, moveToPage, ...page }: Props) {
  const { pageId } = page
  const range = blocksIn(editor.state.selection)
  if (range === undefined) return null
  const kinds = blockKinds.filter((kind) => editor.schema.nodes[nodeOf(kind)] !== undefined)
  const move = (direction: Direction) =>
    announceMove(moveByKey(editor.view, range, direction), direction)
  return (
    <>
      <Menu.Sub position="right-start">
        <Menu.Sub.Target>
          <Menu.Sub.Item leftSection={<IconTransform {...icon} />}>{t.turnInto}</Menu.Sub.Item>
        </Menu.Sub.Target>
        <Menu.Sub.Dropdown>
          {kinds.map((kind) => (
            <Menu.Item key={kind} onClick={() => turnInto(editor, range, kind)}>
              {t[kind]}
            </Menu.Item>
          ))}
        </Menu.Sub.Dropdown>
      </Menu.Sub>
      <EmbedItem {...{ editor, range, page }} />
      <Item icon={<IconCopy {...icon} />} keys="Mod+D" run={() => duplicateSelected(editor.view)}>
        {t.duplicate}
      </Item>
      <Item icon={<IconFileArrowRight {...icon} />} run={() => moveToPage(range)}>
        {t.moveToPage}
      </Item>
      <Item icon={<IconLink {...icon} />} run={() => void copyLink(editor, pageId, range)}>
        {t.copyLink}
      </Item>
      {comment !== undefined && (
        <Item icon={<IconMessageCirclePlus {...icon} />} run={() => comment(range)}>
          {t.comment}
        </Item>
      )}
      <Menu.Divider />
      <Item icon={<IconArrowUp {...icon} />} keys="Alt+↑" run={() => move('up')}>
        {t.moveUp}
      </Item>
      <Item icon={<IconArrowDown {...icon} />} keys="Alt+↓" run={() => move('down')}>
        {t.moveDown}
      </Item>
      <Menu.Divider />
      <Menu.Item
        className="danger-item"
        leftSection={<IconTrash {...icon} />}
        onClick={() => editor.chain().deleteSelection().focus().run()}
      >
        {t.remove}
      </Menu.Item>
    </>
  )
}

/** A link to a page becomes the page, and back. */
function EmbedItem({
  editor,
  range,
  page,
}: Pick<Props, 'editor'> & {
  range: BlockRange
  page: Pick<Props, 'workspaceId' | 'pageId'>
}) {
  const target = linkedPage(editor, range)
  if (target !== undefined) {
    const embed = async () => {
      const refusal = await refuseEmbed(page, target.pageId)
      if (refusal !== undefined) return notifications.show({ color: 'red', message: refusal })
      // The text may have changed meanwhile.
      const isThere = !editor.isDestroyed && linkedPage(editor, range)?.pageId === target.pageId
      return isThere && turnIntoEmbed(editor, range, target)
    }
    return (
      <Item icon={<IconFileSymlink {...icon} />} run={() => void embed()}>
        {embeds.turnIntoEmbed}
      </Item>
    )
  }
  if (!isEmbed(editor, range)) return null
  return (
    <Item icon={<IconFileSymlink {...icon} />} run={() => turnIntoLink(editor, range)}>
      {embeds.turnIntoLink}
    </Item>
  )
}

type ItemProps = { icon: ReactNode; keys?: string; run: () => void; children: string }

function Item({ icon: image, keys, run, children }: ItemProps) {
  return (
    <Menu.Item
      leftSection={image}
      rightSection={
        keys === undefined ? undefined : (
          <span className="block-menu-keys" dir="ltr">
            {shortcutText(keys)}
          </span>
        )
      }
      onClick={run}
    >
      {children}
    </Menu.Item>
  )
}

function nodeOf(kind: (typeof blockKinds)[number]): string {
  return kind.startsWith('heading') ? 'heading' : kind
}

async function copyLink(editor: Editor, pageId: string, range: BlockRange): Promise<void> {
  const fragment = fragmentOf(editor, range)
  const address = `${location.origin}/pages/${pageId}${fragment === undefined ? '' : `#${encodeURIComponent(fragment)}`}`
  try {
    await navigator.clipboard.writeText(address)
    notifications.show({ message: t.linkCopied })
  } catch (error) {
    showFailure(t.linkFailed, error)
  }
}
