import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { IconCheck, IconDeviceDesktop, IconMoon, IconSun } from '@tabler/icons-react'

const schemes: { value: MantineColorScheme; label: string; icon: typeof IconSun }[] = [
  { value: 'light', label: 'Light', icon: IconSun },
  { value: 'dark', label: 'Dark', icon: IconMoon },
  { value: 'auto', label: 'As the system', icon: IconDeviceDesktop },
]

/** Entries of a menu: light, dark, or as the system is. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return schemes.map(({ value, label, icon: Icon }) => (
    <Menu.Item
      key={value}
      role="menuitemradio"
      aria-checked={value === colorScheme}
      closeMenuOnClick={false}
      leftSection={<Icon size={16} />}
      rightSection={value === colorScheme ? <IconCheck size={16} /> : undefined}
      onClick={() => setColorScheme(value)}
    >
      {label}
    </Menu.Item>
  ))
}
