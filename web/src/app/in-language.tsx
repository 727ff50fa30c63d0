import { DirectionProvider } from '@mantine/core'
import { type ReactNode, useSyncExternalStore } from 'react'
import { currentLanguage, onLanguageChange } from '../lib/language.ts'

/** Draws everything anew when the language changes, since a message is read while drawing. */
export function InLanguage({ children }: { children: ReactNode }) {
  const { tag } = useSyncExternalStore(onLanguageChange, currentLanguage)
  return (
    <DirectionProvider key={tag} detectDirection>
      {children}
    </DirectionProvider>
  )
}
