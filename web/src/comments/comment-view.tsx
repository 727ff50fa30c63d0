import { ActionIcon, Avatar, Group, Menu, Text } from '@mantine/core'
import { modals } from '@mantine/modals'
import { IconDots, IconPencil, IconTrash } from '@tabler/icons-react'
import { useState } from 'react'
import { useRights } from '../lib/workspace.tsx'
import { Ago } from '../ui/ago.tsx'
import { Composer } from './composer.tsx'
import { Markdown } from './markdown.tsx'
import { nameOf } from './mentions.ts'
import type { CommentActions, ThreadComment } from './use-threads.ts'
import classes from './comments.module.css'

type Props = { comment: ThreadComment; actions: CommentActions }

export function CommentView({ comment, actions }: Props) {
  const { canWrite, canManage } = useRights()
  const [isEditing, setEditing] = useState(false)
  const name = nameOf(comment.author)
  if (comment.isDeleted) {
    return (
      <Text size="sm" c="dimmed" fs="italic">
        This comment was deleted.
      </Text>
    )
  }
  const canEdit = canWrite && comment.isMine
  const canDelete = canWrite && (comment.isMine || canManage)
  const remove = () =>
    modals.openConfirmModal({
      title: 'Delete this comment?',
      children: <Text size="sm">This cannot be undone.</Text>,
      labels: { confirm: 'Delete', cancel: 'Keep it' },
      confirmProps: { color: 'red.9' },
      onConfirm: () => void actions.remove(comment.id),
    })
  return (
    <div className={classes['comment']}>
      <Group gap="xs" wrap="nowrap" mb={2}>
        <Avatar name={name} size={24} color="indigo" variant="filled" aria-hidden />
        <Text size="sm" fw={600} truncate>
          {name}
        </Text>
        <Text size="xs" c="dimmed" flex={1} truncate>
          <Ago at={comment.createdAt} />
          {comment.updatedAt !== null && ', edited'}
        </Text>
        {(canEdit || canDelete) && (
          <Menu position="bottom-end" width={160}>
            <Menu.Target>
              <ActionIcon
                variant="subtle"
                color="gray"
                size={24}
                aria-label={`More for the comment of ${name}`}
              >
                <IconDots size={16} />
              </ActionIcon>
            </Menu.Target>
            <Menu.Dropdown>
              {canEdit && (
                <Menu.Item leftSection={<IconPencil size={14} />} onClick={() => setEditing(true)}>
                  Edit
                </Menu.Item>
              )}
              {canDelete && (
                <Menu.Item color="red" leftSection={<IconTrash size={14} />} onClick={remove}>
                  Delete
                </Menu.Item>
              )}
            </Menu.Dropdown>
          </Menu>
        )}
      </Group>
      {isEditing ? (
        <Composer
          label="Edit your comment"
          action="Save"
          initial={comment.markdown}
          takesFocus
          onCancel={() => setEditing(false)}
          onSend={async (markdown) => {
            const isKept = await actions.edit(comment.id, markdown)
            if (isKept) setEditing(false)
            return isKept
          }}
        />
      ) : (
        <div className={classes['text']}>
          <Markdown text={comment.markdown} />
        </div>
      )}
    </div>
  )
}
