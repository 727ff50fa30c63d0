import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'

const schemes: { value: MantineColorScheme; label: string }[] = [
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
  { value: 'auto', label: 'As the system' },
]

/** Entries of a menu: light, dark, or as the system is. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  return (
    <>
      <Menu.Label>Look</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) =>
          setColorScheme(schemes.find((scheme) => scheme.value === value)?.value ?? 'auto')
        }
      >
        {schemes.map(({ value, label }) => (
          <Menu.RadioItem key={value} value={value}>
            {label}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
