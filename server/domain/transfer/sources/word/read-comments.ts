import { all, byTag, type Element, element, parseHtml, rawText, textOf } from '../html/tree.ts'

/** Comments of a Word document, as quotes with the name of their author. The parser of HTML decodes the text of XML. */
export function readComments(xml: string): Element[] {
  return xml
    .split(/<w:comment(?= )/)
    .slice(1)
    .flatMap((comment) => {
      const paragraphs = comment
        .split(/<w:p(?=[ >])/)
        .slice(1)
        .map(paragraphText)
        .filter((text) => text !== '')
      const [first, ...others] = paragraphs
      if (first === undefined) return []
      const author = textOf(
        parseHtml(/^[^>]{0,1000}?w:author="([^"]{1,300})"/.exec(comment)?.[1] ?? ''),
      )
      const name = author === '' ? [] : [element('strong', {}, [`${author}:`]), ' ']
      return element('blockquote', {}, [
        element('p', {}, [...name, first]),
        ...others.map((text) => element('p', {}, [text])),
      ])
    })
}

function paragraphText(xml: string): string {
  return all(parseHtml(`<w:p${xml}`), byTag('w:t'))
    .map(rawText)
    .join('')
    .trim()
}
