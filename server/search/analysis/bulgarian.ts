/** An ending of a word at least so long, and what stands in its place. */
type Ending = readonly [minLength: number, ending: RegExp, becomes: string]

const locations: readonly Ending[] = [[6, /ища$/, '']]
const articles: readonly Ending[] = [
  [7, /ият$/, ''],
  [6, /(?:ът|то|те|та|ия)$/, ''],
  [5, /ят$/, ''],
]
const plurals: readonly Ending[] = [
  [7, /овци$/, 'о'],
  [7, /ове$/, ''],
  [7, /еве$/, 'й'],
  [6, /(?:ища|та)$/, ''],
  [6, /ци$/, 'к'],
  [6, /зи$/, 'г'],
  [6, /е(.)и$/, 'я$1'],
  [5, /си$/, 'х'],
  [5, /и$/, ''],
]
const genders: readonly Ending[] = [[4, /[аое]?я?$/, '']]
const fleetingVowels: readonly Ending[] = [[5, /ен$/, 'н']]
const fleetingSigns: readonly Ending[] = [[6, /ъ(.)$/, '$1']]

/**
 * The light stemmer of Savoy, "Searching Strategies for the Bulgarian Language". That of @orama/stemmers
 * has the same rules, and throws at every word in which one of them changes a letter: зелен, ученици.
 */
export function stemBulgarian(word: string): string {
  if (word.length < 4) return word
  const stem = replaceEnding(word, locations)
  if (stem !== word) return stem
  return [articles, plurals, genders, fleetingVowels, fleetingSigns].reduce(replaceEnding, word)
}

/** By the first of the endings that the word has. */
function replaceEnding(word: string, endings: readonly Ending[]): string {
  for (const [minLength, ending, becomes] of endings) {
    if (word.length >= minLength && ending.test(word)) return word.replace(ending, becomes)
  }
  return word
}
