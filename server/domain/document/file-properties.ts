import { type PropertyValue, readProperties } from './properties.ts'

/** The key of Quire in front matter. Its fields replace those of the same name next to it. */
export const quireKey = 'quire'

/** Front matter as a text with the lines around it. */
const frontMatterLines = /^(\ufeff?---[ \t]*(\r?\n))(.*?)((?:---|\.\.\.)[ \t]*(?:\r?\n)?)$/s

export type FrontMatterLines = {
  opening: string
  yaml: string
  closing: string
  lineEnding: string
}

export function linesOf(frontMatter: string): FrontMatterLines | undefined {
  const [, opening, lineEnding, yaml, closing] = frontMatterLines.exec(frontMatter) ?? []
  if (opening === undefined || yaml === undefined) return undefined
  return { opening, yaml, closing: closing ?? '', lineEnding: lineEnding ?? '\n' }
}

export type FileProperties = { source: string | null; values: readonly PropertyValue[] }

/** The properties of a page whose file has this front matter: all of it except the key of Quire. */
export function propertiesOf(frontMatter: string): FileProperties {
  const none = { source: null, values: [] }
  const yaml = withoutOwnKey(linesOf(frontMatter)?.yaml ?? '')
  if (yaml.trim() === '') return none
  const read = readProperties(yaml)
  return read.ok ? read.properties : none
}

/** YAML without the key of Quire and the lines that belong to it. */
export function withoutOwnKey(yaml: string): string {
  return yaml.replace(/^quire:(?:[ \t][^\n]*)?\n?(?:(?:[ \t][^\n]*|[ \t\r]*)(?:\n|$(?!\n)))*/m, '')
}
