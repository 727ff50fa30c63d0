import { confirm } from '../forms/confirm.tsx'
import { t } from './messages.ts'

/** Gives up what a person wrote; asks first if they wrote something. */
export function discard(isWritten: boolean, act: () => void): void {
  if (!isWritten) act()
  else {
    confirm({ title: t.discardTitle, body: t.discardHint, label: t.discard, onConfirm: act })
  }
}
