import { lazy, Suspense } from 'react'
import { FailureNotice } from './failure-notice.tsx'
import { LiveNotices } from './live/live-notices.tsx'
import { t } from './messages.ts'
import { usePage } from './page-context.ts'

const Conflicts = lazy(async () => ({
  default: (await import('./conflicts/conflicts.tsx')).Conflicts,
}))

/** Says what keeps the page from being saved, above its title. */
export function PageNotice() {
  const { page, model, conflicts, failureActions } = usePage()
  const { status, saver, body } = model
  if (status.kind === 'failed') {
    const { hasUnsent } = saver
    return <FailureNotice pageId={page.id} {...{ status, hasUnsent }} actions={failureActions} />
  }
  if (status.kind !== 'conflict') return <LiveNotices />
  return (
    <Suspense>
      <Conflicts
        ref={conflicts}
        conflict={status.conflict}
        untitled={t.untitled}
        choose={(location, side) => saver.choose(location, side)}
        done={() => body.focus()}
      />
    </Suspense>
  )
}
