import { all, isElement, stylesOf } from './elements.ts'

const hostile =
  'script, style, meta, link, title, base, noscript, template, object, embed, applet, frame, frameset, canvas, audio > *, video > *, map, xml'
const controls =
  'button, svg, select, datalist, textarea, progress, meter, dialog, [hidden], [role="button"]:not(a), [role="toolbar"], [role="tooltip"], [role="progressbar"], [data-clipboard-ignore], [aria-hidden="true"]:not(img):not([data-node])'
/** Read by screen readers alone. */
const unseen = '.sr-only, .visually-hidden, .screen-reader-only, .assistive, .cdk-visually-hidden'

/** Only this program says which nodes of its schema an element is. */
export function removeForeignNodes(body: HTMLElement): void {
  for (const element of all(body, '[data-node]')) element.removeAttribute('data-node')
}

export function removeHostile(body: HTMLElement): void {
  for (const element of all(body, hostile)) element.remove()
  for (const frame of all(body, 'iframe, video, audio')) {
    const address = frame.getAttribute('src') ?? ''
    const link = frame.ownerDocument.createElement('a')
    link.href = address
    link.textContent = frame.getAttribute('title') || address
    if (/^https:\/\//i.test(address)) frame.replaceWith(link)
    else frame.remove()
  }
  removeComments(body)
}

export function removeControls(body: HTMLElement): void {
  for (const element of all(body, controls)) element.remove()
  for (const element of all(body, unseen)) element.remove()
  for (const element of all(body, '[style*="none"], [style*="hide"], [style*="hidden"]')) {
    const styles = stylesOf(element)
    const isHidden =
      styles.get('display') === 'none' ||
      styles.get('visibility') === 'hidden' ||
      styles.get('mso-hide') === 'all'
    if (isHidden) element.remove()
  }
}

function removeComments(body: HTMLElement): void {
  const waiting: Node[] = [body]
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    for (const child of Array.from(node.childNodes)) {
      if (isElement(child)) waiting.push(child)
      else if (child.nodeType !== 3) child.remove()
    }
  }
}

/** What the editor's parser reads of an element; everything else is a matter of looks. */
const meaning: Readonly<Record<string, readonly string[]>> = {
  A: ['href'],
  IMG: ['src', 'alt', 'title'],
  TD: ['colspan', 'rowspan', 'align', 'data-align'],
  TH: ['colspan', 'rowspan', 'align', 'data-align'],
  OL: ['start', 'type'],
  LI: ['data-checked'],
  CODE: ['class'],
  DETAILS: ['open'],
}

export function removeLooks(body: HTMLElement): void {
  for (const element of all(body, '*')) {
    const names = meaning[element.tagName] ?? []
    const isNode = element.hasAttribute('data-node')
    for (const { name } of Array.from(element.attributes)) {
      if (names.includes(name) || (isNode && name.startsWith('data-'))) continue
      element.removeAttribute(name)
    }
  }
}
