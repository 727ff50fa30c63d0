import type { Reason, UnsentState } from '../saving/save-status.ts'
import { t } from './messages.ts'

type Label = { text: string; reason: string }

function failureLabel(reason: Reason, message: string): Label {
  switch (reason) {
    case 'signed-out':
      return { text: t.signedOut, reason: t.signedOutReason }
    case 'trashed':
      return { text: t.inTrash, reason: t.inTrashReason }
    case 'lost':
      return { text: t.notSaved, reason: t.lostReason }
    case 'no-access':
      return { text: t.notSaved, reason: t.noAccessReason }
    case 'too-large':
      return { text: t.tooLarge, reason: t.tooLargeReason }
    case 'storage-full':
      return { text: t.notSaved, reason: t.storageFullReason({ message }) }
    case 'server-error':
      return { text: t.notSaved, reason: t.serverErrorReason({ message }) }
    case 'old-app':
      return { text: t.oldApp, reason: t.oldAppReason }
    case 'refused':
      return { text: t.notSaved, reason: t.refusedReason({ message }) }
  }
}

/** Why changes are not sent, and what happens to them. */
export function unsentLabel(state: UnsentState): Label {
  switch (state.kind) {
    case 'unsaved':
      return { text: t.notSent, reason: t.notSentReason }
    case 'offline':
      return { text: t.offline, reason: t.offlineReason }
    case 'conflict':
      return { text: t.changedElsewhere, reason: t.changedElsewhereReason }
    case 'failed':
      return failureLabel(state.reason, state.message)
  }
}
