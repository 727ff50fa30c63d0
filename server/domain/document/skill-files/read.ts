import { splitMarkdown } from '../../../../content/source/split.ts'
import { propertiesOf } from '../file-properties.ts'
import { splitFrontMatter } from '../front-matter.ts'
import { packSource, unpackSource } from '../page-source.ts'
import { type PreparedProperties, readProperties } from '../properties.ts'
import { type PreparedContent, prepare } from '../tasks.ts'
import { resolveIn, skillFile, type WrittenFile } from './write.ts'

/** A Markdown file in the folder of a skill that becomes a page. */
export type FileOfSkill = {
  /** Of the page. */
  id: string
  text: string
  title: string
  /** The path of the file in the folder. */
  path: string
  /** The paths of pages and attached files by their addresses, such as `/pages/ID`. */
  paths: readonly (readonly [address: string, path: string])[]
  /** What the page has now. Its properties stay where the front matter of the file is the one that it is written with. */
  before?: {
    text: string
    properties: string | null
    source: Uint8Array | undefined
    name: string | undefined
    isSkill: boolean
  }
}

export type ReadSkillFile = {
  content: PreparedContent
  properties: PreparedProperties
  /** The Markdown, compressed. */
  source: Uint8Array
  /** What the page is written as. */
  written: WrittenFile
}

/** The page of a file; undefined if the file is not Markdown. */
export function readSkillFile(file: FileOfSkill): ReadSkillFile | undefined {
  const { frontMatter, body } = splitFile(file.text)
  const { before } = file
  if (before !== undefined && splitFile(before.text).frontMatter === frontMatter) {
    const { properties, source } = before
    const stored = (source && unpackSource(source)?.frontMatter) ?? ''
    const lines = stored === '' && frontMatter !== '' ? body.replace(/^\r?\n/, '') : body
    const read = readBody(file, { frontMatter: stored, body: lines, properties }, before)
    if (read?.written.text === file.text) return read
  }
  const properties = propertiesOf(frontMatter).source
  return readBody(file, { frontMatter, body, properties }, { name: undefined, isSkill: false })
}

function splitFile(text: string): { frontMatter: string; body: string } {
  const mark = text.startsWith('\ufeff') ? 1 : 0
  const { body } = splitFrontMatter(text.slice(mark))
  return { frontMatter: text.slice(0, text.length - body.length), body }
}

type Parts = { frontMatter: string; body: string; properties: string | null }

function readBody(
  { id, title, path, paths }: FileOfSkill,
  { frontMatter, body, properties }: Parts,
  { name, isSkill }: { name: string | undefined; isSkill: boolean },
): ReadSkillFile | undefined {
  const byPath = new Map(paths.map(([address, target]) => [target, address]))
  const split = splitMarkdown(body, (url) => addressOf(byPath, path, url))
  if (!split.ok) return undefined
  const content = prepare(split.document)
  const source = packSource({ frontMatter, parts: split.parts })
  const { document } = content
  const page = { id, document, title, properties, source, path, paths, name, isSkill }
  return { content, properties: preparedOf(properties), source, written: skillFile(page) }
}

function preparedOf(properties: string | null): PreparedProperties {
  const read = readProperties(properties)
  return read.ok ? read.properties : preparedOf(null)
}

function addressOf(byPath: ReadonlyMap<string, string>, path: string, url: string): string {
  const [, target = '', rest = ''] = /^([^#?]*)([#?].*)?$/s.exec(url) ?? []
  const found = byPath.get(resolveIn(path, target) ?? '')
  return found === undefined ? url : found + rest
}
