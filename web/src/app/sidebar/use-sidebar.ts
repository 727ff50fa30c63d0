import { useHotkeys, useLocalStorage } from '@mantine/hooks'

export const minWidth = 200
export const maxWidth = 480
const defaultWidth = 280

export type SidebarState = {
  width: number
  isCollapsed: boolean
  setWidth: (width: number) => void
  toggle: () => void
}

/** The width of the sidebar and whether it is collapsed, as this browser remembers them. */
export function useSidebar(): SidebarState {
  const [stored, setWidth] = useLocalStorage<unknown>({
    key: 'quire.sidebar.width',
    defaultValue: defaultWidth,
    getInitialValueInEffect: false,
  })
  const [isCollapsed, setCollapsed] = useLocalStorage({
    key: 'quire.sidebar.collapsed',
    defaultValue: false,
    getInitialValueInEffect: false,
  })
  const toggle = () => setCollapsed((old) => !old)
  useHotkeys([['mod+\\', toggle]], [], true)
  const width = typeof stored === 'number' ? within(stored) : defaultWidth
  return { width, isCollapsed, setWidth: (next) => setWidth(within(next)), toggle }
}

function within(width: number): number {
  return Math.round(Math.min(maxWidth, Math.max(minWidth, width)))
}
