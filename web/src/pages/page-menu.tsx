import { ActionIcon, Menu } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { lazy, type ReactNode, useState } from 'react'
import { Link } from 'react-router'
import { boardOf, pageOf } from '../../../content/board.ts'
import {
  IconArrowsHorizontal,
  IconClipboardText,
  IconDots,
  IconFileTypeHtml,
  IconFolderSymlink,
  IconGitPullRequest,
  IconHistory,
  IconLayoutKanban,
  IconLink,
  IconMarkdown,
  IconPrinter,
  IconSearch,
  IconTextCaption,
  IconUserPlus,
  IconTrash,
} from '../../vendor/icons/icons.ts'
import { includes } from '../lib/access/levels.ts'
import { openShareDialog } from '../lib/access/share.ts'
import { openMoveDialog } from '../lib/tree/move-dialog.ts'
import { LateItems } from '../ui/rows/late-items.tsx'
import { showFailure } from '../ui/undo.tsx'
import { t } from './messages.ts'
import { usePage } from './page-context.ts'
import { copyMarkdown, download, downloadAddress } from './page-export.ts'
import { useTrash } from './use-trash.ts'
import { wordCount } from './view/word-count.ts'

const DuplicateItems = lazy(async () => ({
  default: (await import('../ui/templates/duplicate-items.tsx')).DuplicateItems,
}))
const TemplateMenu = lazy(async () => ({
  default: (await import('../ui/templates/template-items.tsx')).TemplateMenu,
}))

const WatchItems = lazy(async () => ({
  default: (await import('../ui/watches/watch-items.tsx')).WatchItems,
}))

type Props = { isWide: boolean; toggleWide: () => void; children?: ReactNode }

const icon = { size: 16, stroke: 1.7 }

/** What can be done with the open page. */
export function PageMenu({ isWide, toggleWide, children }: Props) {
  const { workspaceId, page, model, isEditable } = usePage()
  const { kind, read, replaceContent } = model
  const trash = useTrash(workspaceId, page)
  const convert = () => {
    const { content } = read()
    replaceContent(kind === 'TEXT' ? boardOf(content) : pageOf(content))
  }
  const share = () => openShareDialog({ workspaceId, pageId: page.id, title: model.fields.title })
  const move = () =>
    openMoveDialog({ workspaceId, pages: [{ id: page.id, title: model.fields.title }] })
  return (
    <Menu position="bottom-end" width="max-content">
      <Menu.Target>
        <ActionIcon variant="subtle" color="gray" size={34} aria-label={t.actions}>
          <IconDots size={20} />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconUserPlus {...icon} />} onClick={share}>
          {t.share}
        </Menu.Item>
        <PageLinks />
        <LateItems count={2}>
          <WatchItems workspaceId={workspaceId} pageId={page.id} />
        </LateItems>
        {children}
        {kind === 'TEXT' && (
          <Menu.Item leftSection={<IconSearch {...icon} />} onClick={() => model.body.find()}>
            {t.findInPage}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconArrowsHorizontal {...icon} />} onClick={toggleWide}>
          {isWide ? t.readingWidth : t.fullWidth}
        </Menu.Item>
        {isEditable && (
          <Menu.Item
            leftSection={
              kind === 'TEXT' ? <IconLayoutKanban {...icon} /> : <IconTextCaption {...icon} />
            }
            onClick={convert}
          >
            {kind === 'TEXT' ? t.turnIntoBoard : t.turnIntoText}
          </Menu.Item>
        )}
        {isEditable && (
          <LateItems count={4}>
            <DuplicateItems
              workspaceId={workspaceId}
              pageId={page.id}
              title={model.fields.title}
              before={() => model.saver.flush()}
            />
            <TemplateMenu workspaceId={workspaceId} pageId={page.id} parentId={page.parentId} />
          </LateItems>
        )}
        <Menu.Divider />
        <Exports />
        {isEditable && (
          <>
            <Menu.Divider />
            <Menu.Item leftSection={<IconFolderSymlink {...icon} />} onClick={move}>
              {t.moveTo}
            </Menu.Item>
            <Menu.Item
              className="danger-item"
              leftSection={<IconTrash {...icon} />}
              onClick={() => void trash()}
            >
              {t.moveToTrash}
            </Menu.Item>
          </>
        )}
        <Words />
      </Menu.Dropdown>
    </Menu>
  )
}

/** The other screens of the page. */
function PageLinks() {
  const { page } = usePage()
  const address = `/pages/${page.id}`
  return (
    <>
      <Menu.Item leftSection={<IconHistory {...icon} />} component={Link} to={`${address}/history`}>
        {t.history}
      </Menu.Item>
      {includes(page.level, 'propose') && (
        <Menu.Item
          leftSection={<IconGitPullRequest {...icon} />}
          component={Link}
          to={`${address}/suggest`}
        >
          {t.suggest}
        </Menu.Item>
      )}
    </>
  )
}

/** Counted when the menu opens. */
function Words() {
  const { read } = usePage().model
  const [count] = useState(() => wordCount(read().content))
  return <Menu.Label>{t.words({ count })}</Menu.Label>
}

function Exports() {
  const { workspaceId, page, model } = usePage()
  const pageIds = { workspaceId, pageId: page.id }
  // What is exported has to have what is on the screen.
  const flush = () => model.saver.flush()
  const copyLink = async () => {
    try {
      await navigator.clipboard.writeText(`${location.origin}/pages/${pageIds.pageId}`)
      notifications.show({ message: t.linkCopied })
    } catch (error) {
      showFailure(t.copyLinkFailed, error)
    }
  }
  const copyText = async () => {
    try {
      await flush()
      await copyMarkdown(pageIds)
      notifications.show({ message: t.markdownCopied })
    } catch (error) {
      showFailure(t.copyFailed, error)
    }
  }
  const save = async (format: 'markdown' | 'html') => {
    await flush()
    download(downloadAddress(pageIds, format))
  }
  return (
    <>
      <Menu.Item leftSection={<IconLink {...icon} />} onClick={() => void copyLink()}>
        {t.copyLink}
      </Menu.Item>
      <Menu.Item leftSection={<IconClipboardText {...icon} />} onClick={() => void copyText()}>
        {t.copyMarkdown}
      </Menu.Item>
      <Menu.Item leftSection={<IconMarkdown {...icon} />} onClick={() => void save('markdown')}>
        {t.downloadMarkdown}
      </Menu.Item>
      <Menu.Item leftSection={<IconFileTypeHtml {...icon} />} onClick={() => void save('html')}>
        {t.downloadHtml}
      </Menu.Item>
      <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => print()}>
        {t.print}
      </Menu.Item>
    </>
  )
}
