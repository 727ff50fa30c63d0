import { IconNotebook } from '@tabler/icons-react'
import { EmptyState } from '../ui/empty-state.tsx'
import { Screen } from '../ui/screen.tsx'

/** Where one lands: what was open last, what is new. */
export function Home() {
  return (
    <Screen title="Home">
      <EmptyState icon={<IconNotebook />} title="Nothing open yet">
        Choose a page on the left, or make a new one.
      </EmptyState>
    </Screen>
  )
}
