import { lazy, Suspense, useEffect, useState } from 'react'
import { onMoveDialog, type PagesToMove } from '../../lib/tree/move-dialog.ts'

const MoveDialog = lazy(async () => ({ default: (await import('./move-dialog.tsx')).MoveDialog }))

/** Shows the dialog that asks where to move pages. */
export function MoveHost() {
  const [asked, setAsked] = useState<PagesToMove>()
  useEffect(() => onMoveDialog(setAsked), [])
  if (asked === undefined) return null
  return (
    <Suspense>
      <MoveDialog {...asked} close={() => setAsked(undefined)} />
    </Suspense>
  )
}
