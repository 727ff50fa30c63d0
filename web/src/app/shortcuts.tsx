import { useHotkeys } from '@mantine/hooks'
import { modals } from '@mantine/modals'
import { lazy, Suspense } from 'react'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { t } from './messages.ts'

const ShortcutList = lazy(async () => ({
  default: (await import('./shortcut-list.tsx')).ShortcutList,
}))

/** Opens the list of shortcuts; `?` does too. */
export function showShortcuts(): void {
  const children = (
    <Suspense fallback={<PageSkeleton lines={5} />}>
      <ShortcutList />
    </Suspense>
  )
  modals.open({ title: t.keyboardShortcuts, children, size: 'md' })
}

/** Listens for the shortcuts that work everywhere. */
export function useShortcutHelp(): void {
  // `?` needs Shift on some keyboards and not on others.
  useHotkeys([['shift+?', showShortcuts]])
}
