// Runs in the browser, so it imports nothing. `page-faults.ts` sends it there.

/** What a reader could not read or reach: text that is cut off, controls on top of each other, a page too wide. */
export function findLayoutFaults(): string[] {
  const faults: string[] = []
  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()}> “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 60)}”`
  const isShown = (element: Element) =>
    element.checkVisibility({ opacityProperty: true, visibilityProperty: true })
  const wide = document.documentElement.scrollWidth - window.innerWidth
  if (wide > 1) faults.push(`the page is ${wide} pixels too wide`)

  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
    if (!hasText || !isShown(element)) continue
    const { overflowX, textOverflow, position, clipPath } = getComputedStyle(element)
    const isForScreenReaders =
      position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1)
    const isCut = element.scrollWidth > element.clientWidth + 1 && element.clientWidth > 1
    if (isCut && overflowX === 'hidden' && textOverflow !== 'ellipsis' && !isForScreenReaders) {
      faults.push(
        `${name(element)} is cut off: ${element.scrollWidth} in ${element.clientWidth} pixels`,
      )
    }
  }

  // A dialog covers the controls of the page.
  const reachable = document.querySelector('[aria-modal="true"]') ?? document.body
  const controls = [
    ...reachable.querySelectorAll<HTMLElement>(
      'button, a[href], input:not([type="hidden"]), select, textarea',
    ),
  ].filter((control) => isShown(control) && control.closest('[aria-hidden="true"]') === null)
  const boxes = controls.map((control) => [control, visibleBox(control)] as const)
  for (const [index, [one, a]] of boxes.entries()) {
    for (const [other, b] of boxes.slice(index + 1)) {
      if (one.contains(other) || other.contains(one) || areOneField(one, other)) continue
      if (layerOf(one) !== layerOf(other)) continue
      const width = Math.min(a.right, b.right) - Math.max(a.left, b.left)
      const height = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top)
      if (width > 2 && height > 2) faults.push(`${name(one)} overlaps ${name(other)}`)
    }
  }
  return faults

  /** What of a control can be seen in the boxes that scroll or cut around it. */
  function visibleBox(element: HTMLElement) {
    const { left, right, top, bottom } = element.getBoundingClientRect()
    const box = { left, right, top, bottom }
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      if (getComputedStyle(around).overflow === 'visible') continue
      const outer = around.getBoundingClientRect()
      box.left = Math.max(box.left, outer.left)
      box.right = Math.min(box.right, outer.right)
      box.top = Math.max(box.top, outer.top)
      box.bottom = Math.min(box.bottom, outer.bottom)
    }
    return box
  }

  /** The menu or dialog of a control, which lies above the rest of the page. */
  function layerOf(element: Element): Element | null {
    return element.closest(
      '[role="dialog"], [role="menu"], [role="listbox"], [role="toolbar"], [data-portal], aside',
    )
  }

  /** The button inside a field, as the one that shows a password. */
  function areOneField(one: Element, other: Element): boolean {
    const field = one.closest('.mantine-Input-wrapper, [data-overlay]')
    return field !== null && field === other.closest('.mantine-Input-wrapper, [data-overlay]')
  }
}

/** What is wider than the place it has: boxes beyond the screen, text beyond its box, controls that are cut. */
export function findOverflow(): string[] {
  const faults = new Set<string>()
  const name = (element: Element) =>
    `<${element.tagName.toLowerCase()} class="${element.getAttribute('class') ?? ''}"> “${(element.textContent || element.getAttribute('aria-label') || '').trim().slice(0, 40)}”`
  const { scrollWidth, clientWidth } = document.documentElement
  if (scrollWidth > clientWidth)
    faults.add(`the page is ${scrollWidth - clientWidth} pixels too wide`)
  for (const element of document.body.querySelectorAll<HTMLElement>('*')) {
    if (!element.checkVisibility({ opacityProperty: true, visibilityProperty: true })) continue
    const { overflowX, display, position, clipPath } = getComputedStyle(element)
    const isForScreenReaders =
      position === 'absolute' && (clipPath !== 'none' || element.clientWidth <= 1)
    if (isForScreenReaders || element.closest('svg') !== null) continue
    const hasText = [...element.childNodes].some(
      (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
    )
    const isBox = display !== 'inline' && display !== 'contents'
    if (
      hasText &&
      isBox &&
      overflowX === 'visible' &&
      element.scrollWidth > element.clientWidth + 1
    ) {
      faults.add(`${name(element)} has ${element.scrollWidth} in ${element.clientWidth} pixels`)
    }
    const { left, right, width } = element.getBoundingClientRect()
    // A menu that is closed may be beside the screen.
    if (right <= 0 || left >= clientWidth) continue
    const clips = clipOf(element)
    const beyond = Math.max(clips.left - left, right - clips.right)
    const isControl = element.matches('button, a[href], input, select, textarea')
    if (
      width > 1 &&
      beyond > 1 &&
      (clips.isScreen || (isControl && right - left <= clips.right - clips.left))
    ) {
      faults.add(`${name(element)} is ${Math.round(beyond)} pixels beyond ${clips.name}`)
    }
  }
  return [...faults]

  /** The box that cuts an element off: that of the screen, or of a container that does not scroll. */
  function clipOf(element: Element) {
    for (let around = element.parentElement; around !== null; around = around.parentElement) {
      const { overflowX } = getComputedStyle(around)
      if (around === document.body || around === document.documentElement) break
      if (overflowX === 'visible') continue
      const { left, right } = around.getBoundingClientRect()
      if (overflowX === 'auto' || overflowX === 'scroll') {
        return { left: -Infinity, right: Infinity, isScreen: false, name: name(around) }
      }
      return { left, right, isScreen: false, name: name(around) }
    }
    return { left: 0, right: clientWidth, isScreen: true, name: 'the screen' }
  }
}

/** Texts on the screen and in labels, but for code and what people wrote. */
export function readTexts(): string[] {
  const isText = (element: Element | null) =>
    element !== null &&
    element.closest('code, kbd, pre, script, style, noscript, [translate="no"], .ProseMirror') ===
      null
  const texts: string[] = []
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  while (walker.nextNode() !== null) {
    const { parentElement, textContent } = walker.currentNode
    if (isText(parentElement)) texts.push(textContent ?? '')
  }
  for (const element of document.body.querySelectorAll('[aria-label], [placeholder], [title]')) {
    if (!isText(element) || element.getAttribute('aria-hidden') === 'true') continue
    for (const attribute of ['aria-label', 'placeholder', 'title']) {
      texts.push(element.getAttribute(attribute) ?? '')
    }
  }
  texts.push(document.title)
  return texts.map((text) => text.trim()).filter((text) => text !== '')
}
