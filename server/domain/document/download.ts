import type { PageDocument } from '../../../content/document.ts'
import { renderHtml } from '../../../content/html.ts'
import { directionOf } from '../../../content/html/direction.ts'
import { escapeHtml } from '../../../content/html/escape.ts'
import { lineEnds, plainStyle } from '../../../content/html/style.ts'
import { plainText } from '../../../content/text.ts'
import { writeMarkdown } from '../../../content/write-markdown.ts'
import type { DownloadFormat } from '../../lib/vocabulary.ts'
import { formulaHtml } from './formulas.ts'
import { pageLanguage } from './public/page-language.ts'
import { mapAllUrls } from './urls.ts'

export type Download = {
  title: string
  document: PageDocument
  format: DownloadFormat
  /** Base of absolute URLs; if empty, paths stay relative. */
  publicUrl: string
  keepsLineBreaks: boolean
}

const style =
  'body{font:17px/1.6 system-ui,sans-serif;max-width:68ch;margin:3rem auto;padding:0 1rem;color-scheme:light dark}' +
  'img{max-width:100%}pre{overflow:auto;padding:1rem;border:1px solid #8884}table{border-collapse:collapse}td,th{border:1px solid #8884;padding:.3rem .6rem}blockquote{margin-left:0;padding-left:1rem;border-left:3px solid #8884}'
/** Blocks scripts when the file is opened from a disk. */
const policy = "default-src 'none'; img-src * data:; style-src 'unsafe-inline'"

/** A page as a self-contained file: its title above its body, with absolute URLs. */
export function writeDownload({
  title,
  document,
  format,
  publicUrl,
  keepsLineBreaks,
}: Download): string {
  const body = mapAllUrls(document, (url) =>
    /^\/(?:files|pages|workspaces)\//.test(url) ? publicUrl + url : url,
  )
  const heading = { type: 'heading', attrs: { level: 1 }, content: [{ type: 'text', text: title }] }
  const content = title === '' ? body.content : [heading, ...body.content]
  if (format === 'markdown') return writeMarkdown({ type: 'doc', content })
  const text = `${title}\n${plainText(document)}`
  const { language } = pageLanguage(text, '')
  const direction = directionOf(text, directionOf(title, 'ltr'))
  return [
    '<!doctype html>',
    `<html lang="${escapeHtml(language)}" dir="${direction}">`,
    '<meta charset="utf-8">',
    `<meta http-equiv="content-security-policy" content="${escapeHtml(policy)}">`,
    '<meta name="viewport" content="width=device-width">',
    `<title>${escapeHtml(title)}</title>`,
    `<style>${style}</style>`,
    renderHtml(
      { type: 'doc', content },
      { ...plainStyle, direction, formula: formulaHtml, lineEnd: lineEnds(keepsLineBreaks) },
    ),
    '',
  ].join('\n')
}
