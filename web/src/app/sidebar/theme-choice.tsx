import { type MantineColorScheme, Menu, useMantineColorScheme } from '@mantine/core'
import { t } from '../messages.ts'

const schemes: readonly MantineColorScheme[] = ['light', 'dark', 'auto']

/** Entries of a menu: light, dark, or as the system is set. */
export function ThemeChoice() {
  const { colorScheme, setColorScheme } = useMantineColorScheme()
  const labels = { light: t.light, dark: t.dark, auto: t.system }
  return (
    <>
      <Menu.Label>{t.theme}</Menu.Label>
      <Menu.RadioGroup
        value={colorScheme}
        onChange={(value) => setColorScheme(schemes.find((scheme) => scheme === value) ?? 'auto')}
      >
        {schemes.map((scheme) => (
          <Menu.RadioItem key={scheme} value={scheme}>
            {labels[scheme]}
          </Menu.RadioItem>
        ))}
      </Menu.RadioGroup>
    </>
  )
}
