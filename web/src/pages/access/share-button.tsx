import { Button } from '@mantine/core'
import { IconUserPlus } from '../../../vendor/icons/icons.ts'
import { openShareDialog } from '../../lib/access/share.ts'
import { t } from '../messages.ts'
import { usePage } from '../page-context.ts'

/** Opens the share dialog of the page. */
export function ShareButton() {
  const { workspaceId, page, model } = usePage()
  return (
    <Button
      className="share-button"
      variant="default"
      size="compact-sm"
      aria-label={t.share}
      leftSection={<IconUserPlus size={16} stroke={1.7} />}
      onClick={() => openShareDialog({ workspaceId, pageId: page.id, title: model.fields.title })}
    >
      {t.share}
    </Button>
  )
}
