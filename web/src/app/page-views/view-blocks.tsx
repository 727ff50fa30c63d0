import { lazy, Suspense } from 'react'
import { createPortal } from 'react-dom'
import { useViewSlots } from '../../lib/view-slots/view-slots.ts'

const View = lazy(async () => ({
  default: (await import('./view-with-fields.tsx')).ViewWithFields,
}))

/** Draws the views of the open page into its blocks. */
export function ViewBlocks({ workspaceId, pageId }: { workspaceId: string; pageId: string }) {
  return useViewSlots().map((slot, index) =>
    createPortal(
      <Suspense>
        <View {...{ workspaceId, pageId, slot }} />
      </Suspense>,
      slot.dom,
      `view-${index}`,
    ),
  )
}
