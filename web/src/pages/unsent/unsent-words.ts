import type { Reason, UnsentState } from '../saving/save-status.ts'

type Words = { text: string; why: string }

const reasons: Record<Reason, (message: string) => Words> = {
  'signed-out': () => ({
    text: 'Signed out',
    why: 'Your session has ended. Your changes are kept in this browser and sent when you sign in again.',
  }),
  trashed: () => ({
    text: 'In the trash',
    why: 'This page was moved to the trash. Your changes are kept in this browser only: restore the page, or keep them as a new page.',
  }),
  'no-access': () => ({
    text: 'Not saved',
    why: 'You can no longer change this page. Your changes are kept in this browser only: copy or download them.',
  }),
  'too-large': (message) => ({
    text: 'Too large',
    why: `${message} Your changes are kept in this browser only: move a part of the page to another one.`,
  }),
  'storage-full': (message) => ({
    text: 'Not saved',
    why: `${message} Your changes are kept in this browser and sent when there is room.`,
  }),
  'server-error': (message) => ({
    text: 'Not saved',
    why: `${message} Your changes are kept in this browser and sent again soon.`,
  }),
  refused: (message) => ({
    text: 'Not saved',
    why: `${message} Your changes are kept in this browser only.`,
  }),
}

/** Why changes are not sent, and what becomes of them. */
export function unsentWords(state: UnsentState): Words {
  switch (state.kind) {
    case 'unsaved':
      return { text: 'Not sent', why: 'The page was closed before its last changes were sent.' }
    case 'offline':
      return {
        text: 'Offline',
        why: 'The server does not answer. Your changes are kept in this browser and sent as soon as it does.',
      }
    case 'conflict':
      return {
        text: 'Changed elsewhere',
        why: 'Somebody else changed the same part of this page. Choose what to keep.',
      }
    case 'failed':
      return reasons[state.reason](state.message)
  }
}
