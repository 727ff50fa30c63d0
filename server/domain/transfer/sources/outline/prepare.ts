import { calloutKindOf } from '../../../../../content/read/callout-names.ts'
import type { Losses } from '../losses.ts'
import type { Prepared } from '../markdown/prepared.ts'
import { mapText, splitCode } from '../markdown/prose.ts'
import { toggleOf } from '../markdown/toggle.ts'

/** Outline's Markdown: notices, toggles, sizes of images, highlights and underlined text. */
export function prepareOutline(source: string, losses: Losses): Prepared {
  const text = splitCode(source)
    .map((part) => (part.isCode ? part.text : convert(part.text, losses)))
    .join('')
  return { text, properties: {} }
}

function convert(text: string, losses: Losses): string {
  const marked = mapText(text, (prose) => withMarks(prose, losses))
  return withToggles(withNotices(marked))
}

const notice = /^:::[ \t]*(info|success|warning|tip)[ \t]*\n((?:(?!^:::)[\s\S])*)^:::[ \t]*$/gm

function withNotices(text: string): string {
  return text.replaceAll(notice, (_, style: string, inside: string) => {
    const lines = inside.trim().split('\n')
    const quoted = lines.map((one) => (one.trim() === '' ? '>' : `> ${one}`)).join('\n')
    return `> [!${(calloutKindOf(style) ?? 'note').toUpperCase()}]\n${quoted}`
  })
}

function withToggles(text: string): string {
  return text.replaceAll(
    /^\+\+\+[ \t]+([^ \t\n][^\n]*)\n((?:(?!^\+\+\+)[\s\S])*)^\+\+\+[ \t]*$/gm,
    (_, title: string, inside: string) => toggleOf(title.trim(), inside, false),
  )
}

const sized = /!\[([^\]\n]{0,500})\]\(([^\s()]{1,1000}) " ?=(\d{1,5})x(\d{0,5})"\)/g
const mention = /@?\[([^\]\n]{1,200})\]\(mention:\/\/[^\s()]{1,500}\)/g
const attachment =
  /\[([^\]\n]{1,300}) \d{1,15}\]\(((?:\.\/)?(?:uploads|attachments|[^\s()]{1,500}\/attachments)\/[^\s()]{1,1000})\)/g

function withMarks(text: string, losses: Losses): string {
  return text
    .replaceAll(sized, (_, alt: string, url: string, width: string, height: string) => {
      const high = height === '' ? '' : ` height="${height}"`
      return `<img src="${url}" alt="${alt.replaceAll('"', '&quot;')}" width="${width}"${high}>`
    })
    .replaceAll(mention, (_, name: string) => {
      losses.changed('mention')
      return `@${name}`
    })
    .replaceAll(attachment, '[$1]($2)')
    .replaceAll(/==(?=[^\s=])([^=\n]{1,1000}?)(?<=[^\s=])==/g, '<mark>$1</mark>')
    .replaceAll(/(?<![\w_])__(?=[^\s_])([^\n]{1,1000}?)(?<=[^\s_])__(?![\w_])/g, '<u>$1</u>')
}
