import { Text } from '@mantine/core'
import { includes } from '../../lib/access/levels.ts'
import { t } from '../messages.ts'
import { usePage } from '../page-context.ts'

/** Says why a page cannot be edited. */
export function LevelNote() {
  const { page, isEditable } = usePage()
  if (isEditable) return null
  return (
    <Text size="sm" c="dimmed" mt="xs">
      {includes(page.level, 'comment')
        ? t.canComment
        : page.role === 'VIEWER'
          ? t.viewerOnly
          : t.canRead}
    </Text>
  )
}
