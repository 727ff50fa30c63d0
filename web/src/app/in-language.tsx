import { DirectionProvider, MantineProvider } from '@mantine/core'
import { type ReactNode, useState, useSyncExternalStore } from 'react'
import { currentLanguage, onLanguageChange } from '../lib/language.ts'
import { createAppTheme, textVariables } from './theme.ts'

/** Draws everything anew when the language changes, since a message is read while drawing. */
export function InLanguage({ children }: { children: ReactNode }) {
  const { tag } = useSyncExternalStore(onLanguageChange, currentLanguage)
  return (
    <DirectionProvider key={tag} detectDirection>
      <Themed>{children}</Themed>
    </DirectionProvider>
  )
}

/** The theme has labels in it. */
function Themed({ children }: { children: ReactNode }) {
  const [theme] = useState(createAppTheme)
  return (
    <MantineProvider theme={theme} cssVariablesResolver={textVariables} defaultColorScheme="auto">
      {children}
    </MantineProvider>
  )
}
