import { useState } from 'react'
import type { Choice } from './saving/merge.ts'
import type { Conflict } from './saving/save-status.ts'
import type { PageModel } from './use-page-model.ts'

export type Decision = {
  /** What the dialog shows, as it was when it opened; undefined while it is closed. */
  conflict: Conflict | undefined
  open: () => void
  close: () => void
  resolve: (choices: readonly Choice[], title: 'mine' | 'theirs') => void
}

/** The dialog about a conflict: it opens by itself, but never into somebody's typing. */
export function useDecision({ saver, status }: PageModel): Decision {
  const [conflict, setConflict] = useState<Conflict>()
  const [hadConflict, setHadConflict] = useState(false)
  const isConflict = status.kind === 'conflict'
  if (isConflict !== hadConflict) {
    setHadConflict(isConflict)
    setConflict(isConflict && !isWriting() ? status.conflict : undefined)
  }
  return {
    conflict,
    open: () => {
      saver.review()
      setConflict(saver.status.kind === 'conflict' ? saver.status.conflict : undefined)
    },
    close: () => setConflict(undefined),
    resolve: (choices, title) => {
      if (conflict !== undefined) saver.resolve(conflict, choices, title)
    },
  }
}

function isWriting(): boolean {
  return (document.activeElement?.closest('.page-article') ?? null) !== null
}
