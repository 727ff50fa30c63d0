import { FailureNotice } from './failure-notice.tsx'
import { LiveNotices } from './live/live-notices.tsx'
import { t } from './messages.ts'
import { usePage } from './page-context.ts'

/** Says what keeps the page from being saved, above its title. */
export function PageNotice() {
  const { model, failureActions } = usePage()
  const { status, saver } = model
  if (status.kind === 'failed') {
    return <FailureNotice {...{ status }} actions={failureActions} hasUnsent={saver.hasUnsent} />
  }
  if (status.kind !== 'conflict') return <LiveNotices />
  return (
    <div role="alert" className="page-conflict">
      {t.conflict}
    </div>
  )
}
