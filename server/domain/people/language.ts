import type { Language } from '../../../messages/language.ts'
import { isLanguageTag, languages, type LanguageTag } from '../../../messages/languages.ts'
import { type Reader, users } from '../../store/index.ts'

const loaded = new Map<LanguageTag, Promise<Language>>()

/** A language with its translations. English when nothing is chosen, or a language of a later version. */
export function loadLanguage(code: string | null | undefined): Promise<Language> {
  const tag = code !== null && code !== undefined && isLanguageTag(code) ? code : 'en'
  const language = loaded.get(tag) ?? load(tag)
  loaded.set(tag, language)
  return language
}

async function load(tag: LanguageTag): Promise<Language> {
  return { tag, locale: tag, translations: await languages[tag].load() }
}

/** The language a person chose; English for somebody without an account. */
export async function languageOfUser(
  reader: Reader,
  userId: string | undefined,
): Promise<Language> {
  const user = userId === undefined ? undefined : await users.byId(reader, userId)
  return loadLanguage(user?.language)
}
