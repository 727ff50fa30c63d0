import { isDeepStrictEqual } from 'node:util'
import { stringify } from 'yaml'
import { linesOf, propertiesOf, quireKey, withoutOwnKey } from '../../document/file-properties.ts'
import { writeFrontMatter } from '../../document/front-matter.ts'
import type { PageSource } from '../../document/page-source.ts'
import { type FileText, readFileText } from '../file-text.ts'

/** The front matter of a page: that of its file while its properties are unchanged, otherwise its properties. */
export function frontMatterOf(properties: string | null, source: PageSource | undefined): string {
  const stored = source?.frontMatter ?? ''
  if (stored !== '' && propertiesOf(stored).source === properties) return stored
  if (properties === null) return ''
  const { opening = '---\n', closing = '---\n', lineEnding = '\n' } = linesOf(stored) ?? {}
  const ending = /(?:^|[\r\n])$/.test(properties) ? '' : lineEnding
  return opening + properties + ending + closing
}

/** Front matter with other fields of Quire; '' if it has no field. */
export function withOwnFields(
  { frontMatter, attributes }: Pick<FileText, 'frontMatter' | 'attributes'>,
  own: Readonly<Record<string, unknown>>,
): string {
  const { [quireKey]: _, ...others } = attributes
  const expected = Object.keys(own).length === 0 ? others : { ...others, [quireKey]: own }
  const {
    opening = '---\n',
    yaml = '',
    closing = '---\n',
    lineEnding = '\n',
  } = linesOf(frontMatter) ?? {}
  const remaining = withoutOwnKey(yaml)
  if (remaining.trim() === '' && Object.keys(own).length === 0) return ''
  const written = opening + remaining + ownYaml(own).replaceAll('\n', lineEnding) + closing
  const isRead = isDeepStrictEqual(readFileText(written).attributes, asRead(expected))
  return isRead ? written : writeFrontMatter(expected)
}

function ownYaml(own: Readonly<Record<string, unknown>>): string {
  if (Object.keys(own).length === 0) return ''
  return stringify({ [quireKey]: own }, { lineWidth: 0, blockQuote: false })
}

/** Values as they are read from YAML. */
function asRead(attributes: Readonly<Record<string, unknown>>): unknown {
  return readFileText(writeFrontMatter(attributes)).attributes
}
