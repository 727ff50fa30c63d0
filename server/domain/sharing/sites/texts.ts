import { chooseLanguage } from '../../../../messages/languages.ts'
import type { PublicLabels } from '../../document/public/public-page.ts'
import { loadLanguage } from '../../people/language.ts'
import { siteMessages } from './messages.ts'

export type SiteTexts = ReturnType<typeof siteMessages.in> & {
  /** BCP 47: their own language. */
  language: string
}

/** The words around the pages of a site, in its language or in English. */
export async function siteTexts(language: string): Promise<SiteTexts> {
  const chosen = await loadLanguage(chooseLanguage([language]))
  return { ...siteMessages.in(chosen), language: chosen.tag }
}

export function labelsOf(texts: SiteTexts): PublicLabels {
  const { done, open, table, code, board, note, tip, important, warning, caution } = texts
  return { done, open, table, code, board, callouts: { note, tip, important, warning, caution } }
}
