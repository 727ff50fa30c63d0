import { currentLanguage } from '../../lib/language.ts'
import { emojiLocale, resolveEmojiData } from '../../ui/emoji/emoji-data.ts'
import type { MenuItem } from './suggestion-menu.tsx'

type Data = Awaited<ReturnType<typeof resolveEmojiData>>
export type Emoji = Pick<Data['emojis'][number], 'emoji' | 'label' | 'tags'>

const maxItems = 8
const loaded = new Map<string, Promise<Data>>()

/** The emoji that a text after a colon may mean. Their names are loaded when the first is typed. */
export async function emojiItems(query: string, limit = maxItems): Promise<MenuItem[]> {
  const locale = emojiLocale(currentLanguage().tag)
  const data = loaded.get(locale) ?? Promise.resolve(resolveEmojiData(locale, {}))
  loaded.set(locale, data)
  const { emojis } = await data.catch((error: unknown) => {
    loaded.delete(locale)
    throw error
  })
  return matchingEmoji(emojis, query)
    .slice(0, limit)
    .map(({ emoji, label }) => ({ id: emoji, title: label, icon: emoji }))
}

/** Those whose name begins with the query first, then those with a word or a keyword that does. */
export function matchingEmoji(emojis: readonly Emoji[], query: string): Emoji[] {
  const wanted = query.toLowerCase().replaceAll('_', ' ')
  const rankOf = ({ label, tags }: Emoji) => {
    const name = label.toLowerCase()
    if (name.startsWith(wanted)) return name === wanted ? 0 : 1
    if (tags.includes(wanted)) return 2
    if (name.includes(` ${wanted}`)) return 3
    return tags.some((tag) => tag.startsWith(wanted)) ? 4 : undefined
  }
  return emojis
    .flatMap((emoji) => {
      const rank = rankOf(emoji)
      return rank === undefined ? [] : [{ emoji, rank }]
    })
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ emoji }) => emoji)
}
