import type { EmojiPickerRootProps } from 'frimousse'
import type { LanguageTag } from '../../../../messages/languages.ts'

type Resolve = NonNullable<EmojiPickerRootProps['resolveEmojiData']>

/** Newer ones show as a box on systems of a year or two ago. */
const newestVersion = 15.1

/** Emojibase's data as frimousse wants it, from our own copies: its default fetches from a CDN. */
export const resolveEmojiData: Resolve = async (locale) => {
  const [{ default: data }, { default: messages }] = await load(locale)
  const components = messages.groups.find(({ key }) => key === 'component')?.order
  return {
    locale,
    emojis: data
      .filter(({ group, version }) => group !== components && version <= newestVersion)
      .map(({ emoji, group, label, version, tags }) => ({
        emoji,
        category: group,
        label,
        version,
        tags,
      })),
    categories: messages.groups
      .filter(({ key }) => key !== 'component')
      .map(({ order, message }) => ({ index: order, label: message })),
    skinTones: {
      dark: 'Dark skin tone',
      light: 'Light skin tone',
      medium: 'Medium skin tone',
      'medium-dark': 'Medium-dark skin tone',
      'medium-light': 'Medium-light skin tone',
    },
  }
}

/** The language that the names of emoji are read in. Emojibase has no Arabic. */
export function emojiLocale(tag: LanguageTag): 'en' | 'de' | 'zh' {
  if (tag === 'zh-Hans') return 'zh'
  return tag === 'de' ? tag : 'en'
}

function load(locale: string) {
  switch (locale) {
    case 'de':
      return Promise.all([
        import('../../../vendor/emoji/de/data.json', { with: { type: 'json' } }),
        import('../../../vendor/emoji/de/messages.json', { with: { type: 'json' } }),
      ])
    case 'zh':
      return Promise.all([
        import('../../../vendor/emoji/zh/data.json', { with: { type: 'json' } }),
        import('../../../vendor/emoji/zh/messages.json', { with: { type: 'json' } }),
      ])
    default:
      return Promise.all([
        import('../../../vendor/emoji/en/data.json', { with: { type: 'json' } }),
        import('../../../vendor/emoji/en/messages.json', { with: { type: 'json' } }),
      ])
  }
}
