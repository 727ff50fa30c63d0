import { Button, Group } from '@mantine/core'
import type { LiveNotice } from '../../live/live-types.ts'
import { usePage } from '../page-context.ts'
import { t } from './messages.ts'
import { useLiveState, useSyncState } from './use-live-state.ts'

const none: readonly LiveNotice[] = []

/** Says what others did to the text that the person wrote. */
export function LiveNotices() {
  const { model } = usePage()
  const notices = useLiveState(model.saver, (live) => live.notices, none)
  const isFull = useSyncState(model.saver, (sync) => sync.isFull)
  if (isFull) {
    return (
      <div role="status" className="page-conflict">
        {t.full}
      </div>
    )
  }
  return notices.map((notice) => {
    const { id, type, by, text } = notice
    const { live } = model.saver
    return (
      <div key={id} role="status" className="page-conflict">
        <p>
          {type === 'retained' ? t.retained({ name: by, text }) : t.replaced({ name: by, text })}
        </p>
        <Group gap="xs">
          <Button size="compact-sm" onClick={() => live?.answer(notice)}>
            {type === 'retained' ? t.goThere : t.insertAgain}
          </Button>
          <Button size="compact-sm" variant="default" onClick={() => live?.dismiss(notice)}>
            {t.dismiss}
          </Button>
        </Group>
      </div>
    )
  })
}
