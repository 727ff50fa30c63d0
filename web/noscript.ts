import type { Plugin } from 'vite'
import type { Translations } from '../messages/language.ts'
import { languages } from '../messages/languages.ts'
import { noscriptMessages } from './src/app/noscript/messages.ts'

/** Writes into `index.html` what a browser without JavaScript shows: nothing there can choose a language. */
export function noscript(): Plugin {
  return {
    name: 'noscript',
    transformIndexHtml: async () => [
      { tag: 'noscript', injectTo: 'body', children: await noscriptParagraphs() },
    ],
  }
}

export async function noscriptParagraphs(): Promise<string> {
  const paragraphs = Object.entries(languages).map(async ([tag, { direction, load }]) => {
    const translations: Translations = await load()
    const { needed } = noscriptMessages.in({ tag, locale: tag, translations })
    return `<p lang="${tag}" dir="${direction}">${needed}</p>`
  })
  return (await Promise.all(paragraphs)).join('')
}
