import { notifications } from '@mantine/notifications'
import { messageOf } from '../../lib/errors.ts'
import { currentLanguage, switchLanguage } from '../../lib/language.ts'
import { LanguageSelect } from './language-select.tsx'
import { t } from './messages.ts'

/** Switches the app of this browser to another language, for people who are not signed in. */
export function LanguageChoice() {
  return (
    <LanguageSelect
      label={undefined}
      aria-label={t.language}
      size="xs"
      variant="unstyled"
      value={currentLanguage().tag}
      onChange={(tag) => {
        switchLanguage(tag ?? 'en').catch((error: unknown) =>
          notifications.show({ color: 'red', message: messageOf(error) }),
        )
      }}
    />
  )
}
