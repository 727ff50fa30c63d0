import { Menu } from '@mantine/core'
import { type ReactNode, Suspense } from 'react'

/**
 * Items of a menu whose code is loaded when the menu opens. Their place is there from the start, so that no other item
 * moves away under the pointer.
 */
export function LateItems({ count, children }: { count: number; children: ReactNode }) {
  return <Suspense fallback={<ReservedItems count={count} />}>{children}</Suspense>
}

/** The place of items that are not known yet. */
export function ReservedItems({ count }: { count: number }) {
  const keys = Array.from({ length: count }, (_, index) => `reserved ${index}`)
  return keys.map((key) => (
    <Menu.Item key={key} disabled style={{ visibility: 'hidden' }}>
      {'\u00a0'}
    </Menu.Item>
  ))
}
