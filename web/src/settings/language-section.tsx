import { isLanguageTag, type LanguageTag } from '../../../messages/languages.ts'
import { useAction } from '../lib/actions.ts'
import { client } from '../lib/client.ts'
import { followBrowser } from '../lib/language.ts'
import { sessionKey, useSession } from '../lib/session.ts'
import { LanguageSelect } from '../ui/language/language-select.tsx'
import { Section } from '../ui/screens/section.tsx'
import { profileTexts as t } from './messages.ts'

/** The language of the person, which the app follows as soon as it is saved. */
export function LanguageSection() {
  const { language } = useSession().user
  const save = useAction((tag: LanguageTag | null) => client.profile.update({ language: tag }), {
    changes: [sessionKey],
    done: t.languageSaved,
    // RequireAuth follows a language that was chosen.
    onDone: (_, tag) => {
      if (tag === null) void followBrowser()
    },
  })
  return (
    <Section title={t.language} description={t.languageDescription}>
      <LanguageSelect
        label={undefined}
        aria-label={t.language}
        value={language !== null && isLanguageTag(language) ? language : null}
        onChange={(tag) => save.mutate(tag)}
        disabled={save.isPending}
        withBrowser
        maw={320}
      />
    </Section>
  )
}
