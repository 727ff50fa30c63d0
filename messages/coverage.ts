import type { English } from './catalogue.ts'
import type { Translations } from './language.ts'

export interface Coverage {
  readonly total: number
  /** In English, filed as in a file of a language. */
  readonly missing: Record<string, Record<string, string>>
  readonly missingCount: number
  /** `catalogue.key` of translations whose English message is gone. */
  readonly obsolete: readonly string[]
}

/** What a language lacks, and what it has too much. */
export function coverageOf(
  english: ReadonlyMap<string, English>,
  translations: Translations,
): Coverage {
  const missing: Record<string, Record<string, string>> = {}
  let [total, missingCount] = [0, 0]
  for (const [name, messages] of english) {
    for (const [key, message] of Object.entries(messages)) {
      total += 1
      if (translations[name]?.[key] !== undefined) continue
      missingCount += 1
      missing[name] = { ...missing[name], [key]: message }
    }
  }
  return { total, missing, missingCount, obsolete: obsoleteIn(english, translations) }
}

function obsoleteIn(english: ReadonlyMap<string, English>, translations: Translations): string[] {
  return Object.entries(translations).flatMap(([name, messages]) =>
    Object.keys(messages)
      .filter((key) => english.get(name)?.[key] === undefined)
      .map((key) => `${name}.${key}`),
  )
}
