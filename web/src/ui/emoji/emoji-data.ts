import type { EmojiPickerRootProps } from 'frimousse'

type Resolve = NonNullable<EmojiPickerRootProps['resolveEmojiData']>

/** Newer ones show as a box on systems of a year or two ago. */
const newestVersion = 15.1

/** Emojibase's data as frimousse wants it, from our own files: its default fetches from a CDN. */
export const resolveEmojiData: Resolve = async (locale) => {
  const [{ default: data }, { default: messages }] = await Promise.all([
    import('emojibase-data/en/data.json', { with: { type: 'json' } }),
    import('emojibase-data/en/messages.json', { with: { type: 'json' } }),
  ])
  const components = messages.groups.find(({ key }) => key === 'component')?.order
  return {
    locale,
    emojis: data
      .filter(
        ({ group, version }) =>
          group !== undefined && group !== components && version <= newestVersion,
      )
      .map(({ emoji, group = 0, label, version, tags = [] }) => ({
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
