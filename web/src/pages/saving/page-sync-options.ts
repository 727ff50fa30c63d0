import type { PageFields } from '../../../../server/lib/page-fields.ts'
import type { LiveEvents } from '../../live/live-types.ts'
import type { SaverOptions } from './saver.ts'

export type PageSyncOptions = SaverOptions & {
  /** As the person sees them now. */
  readFields: () => PageFields
  levelChanged: LiveEvents['levelChanged']
  /** Milliseconds before a page is live again that the server closed. */
  returnDelayMs?: number
}
