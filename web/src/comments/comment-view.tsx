import { ActionIcon, Avatar, Group, Menu, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { useState } from 'react'
import { IconDots, IconPencil, IconTrash } from '../../vendor/icons/icons.ts'
import { authorName, claimOf } from '../lib/authors/author-name.ts'
import { useLeftText } from '../lib/drafts/use-text-draft.ts'
import { useRights } from '../lib/workspace.tsx'
import { AgentIcon } from '../ui/authors/agent-icon.tsx'
import { useAgentIcons } from '../ui/authors/use-agent-icons.ts'
import { RelativeTime } from '../ui/relative-time.tsx'
import { Composer } from './composer.tsx'
import { Markdown } from './markdown.tsx'
import { nameOf } from './mentions.ts'
import { t } from './messages.ts'
import type { CommentActions, ThreadComment } from './use-threads.ts'
import classes from './comments.module.css'

type Props = { comment: ThreadComment; pageId: string; actions: CommentActions }

export function CommentView({ comment, pageId, actions }: Props) {
  const { canManage } = useRights()
  const [isEditing, setEditing] = useState(false)
  const name = nameOf(comment.author)
  const icon = useAgentIcons().get(comment.author.id)
  const canEdit = actions.canComment && comment.isMine && !comment.isDeleted
  const field = `comment ${comment.id}`
  useLeftText(canEdit ? field : undefined, () => setEditing(true))
  if (comment.isDeleted) {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        {t.deleted}
      </Text>
    )
  }
  const canDelete = actions.canComment && (comment.isMine || canManage)
  const remove = () =>
    modals.openConfirmModal({
      title: t.deleteTitle,
      children: <Text size="sm">{t.deleteHint}</Text>,
      labels: { confirm: t.delete, cancel: t.cancel },
      confirmProps: { color: 'red.9' },
      onConfirm: () => void actions.remove(comment.id),
    })
  return (
    <div id={`comment-${comment.id}`} className={classes['comment']}>
      <Group gap="xs" wrap="nowrap" mb={2}>
        {icon === undefined ? (
          <Avatar name={name} size={24} color="indigo" variant="filled" aria-hidden />
        ) : (
          <AgentIcon icon={icon} />
        )}
        <Text size="sm" fw={600} truncate dir="auto" title={claimOf(comment.run)}>
          {authorName(comment.author, comment.run)}
        </Text>
        <Text size="xs" c="dimmed" flex={1} truncate>
          {comment.updatedAt === null ? (
            <RelativeTime at={comment.createdAt} />
          ) : (
            t.edited({ ago: () => <RelativeTime at={comment.createdAt} /> })
          )}
        </Text>
        {(canEdit || canDelete) && (
          <Menu position="bottom-end" width={160}>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={t.commentActions({ name })}
              >
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {canEdit && (
                <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
                  {t.edit}
                </Menu.Item>
              )}
              {canDelete && (
                <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={remove}>
                  {t.delete}
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {isEditing ? (
        <EditComment {...{ comment, pageId, actions, field }} close={() => setEditing(false)} />
      ) : (
        <div className={classes['text']} dir="auto">
          <Markdown text={comment.markdown} />
        </div>
      )}
    </div>
  )
}

type EditProps = Props & { field: string; close: () => void }

function EditComment({ comment, pageId, actions, field, close }: EditProps) {
  return (
    <Composer
      pageId={pageId}
      field={field}
      anchor={`comment-${comment.id}`}
      label={t.editComment}
      action={t.save}
      initial={comment.markdown}
      takesFocus
      onCancel={close}
      onSend={async (markdown) => {
        const isSaved = await actions.edit(comment.id, markdown)
        if (isSaved) close()
        return isSaved
      }}
    />
  )
}
