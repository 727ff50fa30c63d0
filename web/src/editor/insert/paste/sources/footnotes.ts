import { all, hasBlocks, make, makeNode, textOf } from '../elements.ts'

type Notes = { reference: string; note: string }

/** Footnotes as the page has them: a mark in the text, and the note at the end. */
export function readNotes(body: HTMLElement, { reference, note }: Notes): void {
  const labels = new Set<string>()
  for (const link of all(body, reference)) {
    if (link.closest(note) !== null) continue
    const label = labelOf(link)
    if (label === undefined) continue
    labels.add(label)
    const sup = link.closest('sup')
    const full = sup !== null && textOf(sup) === textOf(link) ? sup : link
    full.replaceWith(makeNode(link, 'footnoteReference', { label }))
  }
  for (const element of all(body, note)) {
    const back = all(element, 'a').find((link) => labelOf(link) !== undefined)
    const label = (back && labelOf(back)) ?? numberIn(element.id)
    for (const link of all(element, 'a')) {
      if (link === back || /^(?:[\u21a9\u2936^\s]|\ufe0e)*$/.test(textOf(link)))
        (link.closest('sup') ?? link).remove()
    }
    if (label === undefined || !labels.has(label)) {
      element.remove()
      continue
    }
    const content = hasBlocks(element)
      ? [...element.childNodes]
      : [make(element, 'p', {}, ...element.childNodes)]
    const definition = makeNode(element, 'footnoteDefinition', { label }, ...content)
    element.remove()
    body.append(definition)
  }
}

function labelOf(link: Element): string | undefined {
  const text = textOf(link).replace(/[[\]()]/g, '')
  return /^[\p{L}\d]{1,8}$/u.test(text) ? text : numberIn(link.getAttribute('href') ?? '')
}

function numberIn(id: string): string | undefined {
  return /(?:fn|note|ftn|edn)\w*?-?(\d+)/i.exec(id)?.[1]
}
