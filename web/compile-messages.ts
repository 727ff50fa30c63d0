import { parse } from '@formatjs/icu-messageformat-parser'
import { parseSync, Visitor } from 'rolldown/utils'
import type { Plugin } from 'vite'

/**
 * Parses ICU messages while the app is built, so that the browser needs no parser: in the catalogues
 * (`messages.ts`) and in the files of languages.
 */
export function compileMessages(): Plugin {
  return {
    name: 'compile-messages',
    enforce: 'pre',
    config: () => ({
      resolve: {
        alias: {
          '@formatjs/icu-messageformat-parser': '@formatjs/icu-messageformat-parser/no-parser.js',
        },
      },
    }),
    transform(code, id) {
      if (/\/messages\/languages\/[^/]+\.json$/.test(id)) return compiledTranslations(code)
      return id.endsWith('/messages.ts') ? compiledCatalogue(code, id) : undefined
    },
  }
}

function compiledTranslations(json: string): string {
  const isMessage = (value: unknown) => typeof value === 'string' && needsParser(value)
  return JSON.stringify(
    JSON.parse(json, (_, value) => (isMessage(value) ? parse(String(value)) : value)),
  )
}

/** Throws where a message is put together in code: it could be neither parsed nor translated. */
function compiledCatalogue(code: string, path: string): string {
  const replacements: { start: number; end: number; text: string }[] = []
  new Visitor({
    CallExpression({ callee, arguments: [, messages] }) {
      const isCatalogue = callee.type === 'Identifier' && /^(?:catalogue|texts)$/.test(callee.name)
      if (!isCatalogue || messages?.type !== 'ObjectExpression') return
      for (const property of messages.properties) {
        const message = property.type === 'Property' ? property.value : property
        if (message.type !== 'Literal' || typeof message.value !== 'string') {
          throw new Error(
            `${path}: write each message as one string: ${code.slice(property.start, property.end)}`,
          )
        }
        if (needsParser(message.value)) {
          const text = JSON.stringify(parse(message.value))
          replacements.push({ start: message.start, end: message.end, text })
        }
      }
    },
  }).visit(parseSync(path, code).program)
  return replacements
    .toReversed()
    .reduce((done, { start, end, text }) => done.slice(0, start) + text + done.slice(end), code)
}

function needsParser(message: string): boolean {
  return /[{<]/.test(message)
}
