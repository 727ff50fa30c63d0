import { SaxesParser } from 'saxes'
import { AppError } from '../../../../lib/errors.ts'
import { type Element, element, parseHtml, rawText } from '../html/tree.ts'

/**
 * Parses XML that was counted before. Names of tags and attributes keep their prefixes, text and CDATA are the same, and
 * entities are those of XML and HTML: none that a document defines. Throws VALIDATION_FAILED.
 */
export function parseXml(xml: string): Element {
  const root = element('document')
  const open = [root]
  const parser = new SaxesParser()
  const addText = (text: string): void => {
    open.at(-1)?.children.push(text)
  }
  parser.on('error', () => {
    throw new AppError('VALIDATION_FAILED', 'The XML is damaged.')
  })
  parser.on('opentag', ({ name, attributes }) => {
    const child = element(name, { ...attributes })
    open.at(-1)?.children.push(child)
    open.push(child)
  })
  parser.on('closetag', () => void open.pop())
  parser.on('text', addText)
  parser.on('cdata', addText)
  parser.write(withoutHtmlEntities(xml)).close()
  return root
}

const named = /&([a-z][a-z\d]{1,30});/gi
const ofXml: ReadonlySet<string> = new Set(['amp', 'lt', 'gt', 'quot', 'apos'])

/** Storage formats of wikis have `&nbsp;` and its like without a definition. */
function withoutHtmlEntities(xml: string): string {
  const known = new Map<string, string>()
  return xml.replaceAll(named, (given, name: string) => {
    if (ofXml.has(name)) return given
    const character = known.get(name) ?? rawText(parseHtml(given))
    known.set(name, character)
    return character === given ? `&amp;${name};` : character
  })
}

const escapes: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  '\t': '&#9;',
  '\n': '&#10;',
  '\r': '&#13;',
}

/** Writes what was parsed, for another reader of XML. */
export function writeXml(root: Element): string {
  const parts: string[] = []
  const write = (node: Element): void => {
    for (const child of node.children) {
      if (typeof child === 'string') {
        parts.push(child.replaceAll(/[&<>\r]/g, escaped))
        continue
      }
      parts.push(`<${child.tag}`)
      for (const [name, value] of Object.entries(child.attributes)) {
        parts.push(` ${name}="${value.replaceAll(/[&<>"\t\n\r]/g, escaped)}"`)
      }
      if (child.children.length === 0) parts.push('/>')
      else {
        parts.push('>')
        write(child)
        parts.push(`</${child.tag}>`)
      }
    }
  }
  write(root)
  return parts.join('')
}

function escaped(character: string): string {
  return escapes[character] ?? character
}
