import { createRequire } from 'node:module'
import { AppError } from '../../../../lib/errors.ts'
import {
  type Element,
  element,
  type HtmlNode,
  isElement,
  parseHtml,
  rawText,
} from '../html/tree.ts'

/** What is read of the document that the parser makes. Its own types would bring those of a browser. */
type XmlNode = {
  nodeType: number
  nodeName: string
  nodeValue: string | null
  firstChild: XmlNode | null
  nextSibling: XmlNode | null
  attributes?: ArrayLike<{ name: string; value: string }>
}
type XmlParser = { parseFromString: (xml: string, type: 'text/xml') => XmlNode | undefined }
type XmlLibrary = { DOMParser: new (options: { errorHandler: unknown }) => XmlParser }

// SAFETY: the documented interface of xmldom 0.8.
const { DOMParser } = createRequire(import.meta.url)('@xmldom/xmldom') as XmlLibrary

const nodeTypes = { element: 1, text: 3, cdata: 4 }

/**
 * Parses XML that was counted before. Names of tags and attributes keep their prefixes, text and CDATA are the same, and
 * entities are those of XML and HTML. Throws VALIDATION_FAILED, also for a document that defines entities.
 */
export function parseXml(xml: string): Element {
  const damaged = (): never => {
    throw new AppError('VALIDATION_FAILED', 'The XML is damaged.')
  }
  const errorHandler = { warning: damaged, error: damaged, fatalError: damaged }
  const document = new DOMParser({ errorHandler }).parseFromString(
    withoutHtmlEntities(xml),
    'text/xml',
  )
  const root = element('document', {}, document === undefined ? [] : childrenOf(document))
  return root.children.some(isElement) ? root : damaged()
}

function childrenOf(parent: XmlNode): HtmlNode[] {
  const children: HtmlNode[] = []
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (node.nodeType === nodeTypes.text || node.nodeType === nodeTypes.cdata) {
      children.push(node.nodeValue ?? '')
    }
    if (node.nodeType !== nodeTypes.element) continue
    const attributes = Array.from(node.attributes ?? [], ({ name, value }) => [name, value])
    children.push(element(node.nodeName, Object.fromEntries(attributes), childrenOf(node)))
  }
  return children
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
