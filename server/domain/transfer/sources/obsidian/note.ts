import { posix } from 'node:path'
import { linesOf } from '../../../document/file-properties.ts'
import { readFileText } from '../../file-text.ts'
import type { Losses } from '../losses.ts'
import { listCode, mapProse, mapText, splitCode } from '../markdown/prose.ts'
import { replaceCallouts } from './callouts.ts'
import { countEmbeds, type Note, replaceMarkdownLinks } from './links.ts'

/** A note as Quire reads Markdown. What needs no change keeps its letters. */
export async function convertNote(text: string, note: Note): Promise<string> {
  const { frontMatter, body } = readFileText(text)
  const { losses } = note
  const inline = inlineNotes()
  const prepared = onProse(withoutComments(body, losses), (part) => replaceCallouts(part, losses))
  const converted = await mapProse(prepared, (paragraph) =>
    mapText(paragraph, (part) => convertText(part, note, inline)),
  )
  countQueries(body, losses)
  const head = withTitle(withoutLinks(frontMatter, losses), converted, note.path)
  return head + converted + inline.definitions()
}

function convertText(text: string, note: Note, inline: InlineNotes): string {
  countEmbeds(text, note.losses)
  return inline
    .replace(replaceMarkdownLinks(text, note))
    .replaceAll(/==(?=[^\s=])([^=\n]{1,1000}?)(?<=[^\s=])==/g, '<mark>$1</mark>')
    .replaceAll(/(^|[ \t])\^([A-Za-z\d-]{1,100})(?=[ \t]*(?:\n|$))/g, '<a id="$2"></a>')
    .replaceAll(/^([ \t>]*(?:[-*+]|\d{1,9}[.)]) )\[([^\sxX\]])\](?= )/gm, (_, start: string) => {
      note.losses.changed('task status')
      return `${start}[x]`
    })
}

/** Changes the text between fences at once, because blocks go over several paragraphs. */
function onProse(text: string, change: (part: string) => string): string {
  return splitCode(text)
    .map((part) => (part.isCode ? part.text : change(part.text)))
    .join('')
}

/** Comments begin outside of code, and hide everything up to their end. */
function withoutComments(text: string, losses: Losses): string {
  if (!text.includes('%%')) return text
  const code = [...listCode(text)].toReversed()
  let result = ''
  let at = 0
  for (let from = 0; ;) {
    const start = text.indexOf('%%', from)
    let span = code.at(-1)
    while (span !== undefined && (span.end <= start || span.start < at)) {
      code.pop()
      span = code.at(-1)
    }
    if (start >= 0 && span !== undefined && span.start <= start) {
      from = span.end
      continue
    }
    const end = start < 0 ? -1 : text.indexOf('%%', start + 2)
    if (end < 0) return result + text.slice(at)
    losses.lost('comment')
    result += text.slice(at, text[start - 1] === '\n' ? start - 1 : start)
    at = end + 2
    from = at
  }
}

/** Queries of plugins stay as code. */
function countQueries(body: string, losses: Losses): void {
  const found = body.match(/^[ \t>]*(?:```|~~~)[ \t]*(?:dataview|dataviewjs|tasks|base|query)\b/gm)
  losses.changed('query', found?.length ?? 0)
}

type InlineNotes = { replace: (text: string) => string; definitions: () => string }

/** `^[text]` becomes a footnote at the end. */
function inlineNotes(): InlineNotes {
  const notes: string[] = []
  return {
    replace: (text) =>
      text.replaceAll(
        /\^\[((?:[^[\]\n]|\[\[[^[\]\n]{1,500}\]\]){1,1000})\]/g,
        (_, note: string) => {
          notes.push(note)
          return `[^inline-${notes.length}]`
        },
      ),
    definitions: () => {
      const lines = notes.map((note, index) => `[^inline-${index + 1}]: ${note}\n`)
      return lines.length === 0 ? '' : `\n\n${lines.join('\n')}`
    },
  }
}

/** Links in properties become their text. */
function withoutLinks(frontMatter: string, losses: Losses): string {
  return frontMatter.replaceAll(
    /\[\[([^[\]|\n]{1,500})(?:\|([^[\]\n]{1,500}))?\]\]/g,
    (_, to: string, label?: string) => {
      losses.changed('link in properties')
      return label ?? to
    },
  )
}

/** Without the number signs at both ends. */
function headingText(line: string): string {
  const text = line.trimEnd()
  let end = text.length
  while (text[end - 1] === '#') end -= 1
  return (text[end - 1] === ' ' ? text.slice(1, end) : text.slice(1)).trim()
}

/** The name of the file is the title, also where a heading at the start would be taken for it. */
function withTitle(frontMatter: string, body: string, path: string): string {
  const name = posix.basename(path, posix.extname(path))
  const [first = ''] = body.trimStart().split('\n', 1)
  if (!/^# +\S/.test(first)) return frontMatter
  if (headingText(first) === name) return frontMatter
  const own = `quire:\n  title: ${JSON.stringify(name)}\n`
  const lines = linesOf(frontMatter)
  if (lines === undefined) return frontMatter === '' ? `---\n${own}---\n` : frontMatter
  if (/^(?:title|quire):/m.test(lines.yaml)) return frontMatter
  const ending = lines.yaml === '' || lines.yaml.endsWith('\n') ? '' : '\n'
  return `${lines.opening}${lines.yaml}${ending}${own}${lines.closing}`
}
