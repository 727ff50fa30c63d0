import { loadedCatalogues } from '../../../../messages/catalogue.ts'
import { slash } from './messages.ts'

type Keywords = Extract<keyof typeof slash, `${string}Keywords`>
export type SlashId = Exclude<keyof typeof slash, Keywords>

/** The title of an item, and everything else that finds it, in the language of the app and in English. */
export function slashWords(id: SlashId): { title: string; keywords: string } {
  const keywords: Keywords = `${id}Keywords`
  const english = loadedCatalogues().get('editor.slash')
  const words = [slash[keywords], english?.[id], english?.[keywords]]
  return { title: slash[id], keywords: words.filter((word) => word !== undefined).join(' ') }
}
