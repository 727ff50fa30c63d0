import type { Broken } from './link-queries.ts'
import { t } from './messages.ts'

/** Why a link is broken. */
export function brokenReason({ reason, anchor }: Pick<Broken, 'reason' | 'anchor'>): string {
  if (reason === 'trash') return t.inTrash
  return reason === 'anchor' ? t.noAnchor({ anchor: `#${anchor ?? ''}` }) : t.missing
}
