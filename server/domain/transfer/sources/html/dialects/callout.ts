import { calloutKindOfIcon } from '../../../../../../content/read/callout-names.ts'
import { element, type Element, type HtmlNode, isElement } from '../tree.ts'

export function callout(kind: string | undefined, children: HtmlNode[]): Element {
  return element('x-callout', { kind: kind ?? 'note' }, children)
}

/** A callout that is named by its icon; an icon without a type stays in the text. */
export function calloutOfIcon(icon: string, children: HtmlNode[]): Element {
  const kind = calloutKindOfIcon(icon)
  if (kind !== undefined || icon === '') return callout(kind, children)
  return callout('note', withPrefix(`${icon} `, children))
}

/** Puts a text before the first text, also within elements. */
function withPrefix(prefix: string, nodes: readonly HtmlNode[]): HtmlNode[] {
  const [first, ...others] = nodes
  if (first === undefined) return [prefix]
  if (!isElement(first)) return [prefix + first.trimStart(), ...others]
  return [{ ...first, children: withPrefix(prefix, first.children) }, ...others]
}

export function formula(latex: string, isBlock: boolean): Element {
  return element(isBlock ? 'x-formula' : 'x-math', { latex: latex.trim() })
}

/** A toggle from its title and content. */
export function toggle(title: readonly HtmlNode[], content: readonly HtmlNode[]): Element {
  return element('details', {}, [element('summary', {}, [...title]), ...content])
}
