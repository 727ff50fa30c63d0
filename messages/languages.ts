import type { Translations } from './language.ts'

interface Available {
  /** In the language itself, as a list of languages shows it. */
  readonly name: string
  readonly direction: 'ltr' | 'rtl'
  /** Whether a speaker has read the translation; otherwise a machine made it, and the app says so. */
  readonly isReviewed: boolean
  readonly load: () => Promise<Translations>
}

/** The languages of the app, mails and chats. `docs/translating.md` says how to add one. */
export const languages = {
  en: {
    name: 'English',
    direction: 'ltr',
    isReviewed: true,
    load: () => Promise.resolve({}),
  },
  de: {
    name: 'Deutsch',
    direction: 'ltr',
    isReviewed: false,
    load: () => import('./languages/de.json', { with: { type: 'json' } }).then(translations),
  },
  ar: {
    name: 'العربية',
    direction: 'rtl',
    isReviewed: false,
    load: () => import('./languages/ar.json', { with: { type: 'json' } }).then(translations),
  },
  'zh-Hans': {
    name: '简体中文',
    direction: 'ltr',
    isReviewed: false,
    load: () => import('./languages/zh-hans.json', { with: { type: 'json' } }).then(translations),
  },
} as const satisfies Record<string, Available>

export type LanguageTag = keyof typeof languages

export function isLanguageTag(tag: string): tag is LanguageTag {
  return Object.hasOwn(languages, tag)
}

/** The first of the wanted BCP 47 tags that there is a translation for, as `de` for `de-AT`; English if none. */
export function chooseLanguage(wanted: readonly string[]): LanguageTag {
  for (const tag of wanted) {
    const available = tags.find((one) => isSameLanguage(one, tag))
    if (available !== undefined) return available
  }
  return 'en'
}

// SAFETY: the keys of the table.
const tags = Object.keys(languages) as LanguageTag[]

/** `zh-CN` is `zh-Hans`; `zh-TW`, in other characters, is not. */
function isSameLanguage(one: string, other: string): boolean {
  try {
    const [a, b] = [new Intl.Locale(one).maximize(), new Intl.Locale(other).maximize()]
    return a.language === b.language && a.script === b.script
  } catch {
    // A header or a browser may name what is no language tag.
    return false
  }
}

function translations(module: { default: Translations }): Translations {
  return module.default
}
