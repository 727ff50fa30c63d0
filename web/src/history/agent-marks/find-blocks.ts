/** A block of the page by its number from 1, with its text. */
export type KnownBlock = { number: number; text: string }

/** How far from its index a block is looked for, because someone may be writing above it. */
const maxDistance = 50

/**
 * The elements of blocks by their number. A block whose text on the screen is another one than that which is known has
 * none: someone changed it since.
 */
export function findBlocks(root: Element, known: readonly KnownBlock[]): Map<number, HTMLElement> {
  const elements = [...root.children].filter(
    (child): child is HTMLElement =>
      child instanceof HTMLElement && !child.classList.contains('ProseMirror-widget'),
  )
  const texts = elements.map(({ textContent }) => lettersOf(textContent))
  const taken = new Set<number>()
  const found = new Map<number, HTMLElement>()
  for (const { number, text } of known) {
    const letters = lettersOf(text)
    const index = indexesAround(number - 1).find(
      (one) => !taken.has(one) && letters !== '' && texts[one] === letters,
    )
    const element = index === undefined ? undefined : elements[index]
    if (index === undefined || element === undefined) continue
    taken.add(index)
    found.set(number, element)
  }
  return found
}

/** The nearest first. */
function indexesAround(index: number): number[] {
  const steps = Array.from({ length: maxDistance }, (_, before) => before + 1)
  return [index, ...steps.flatMap((step) => [index - step, index + step])]
}

/** What is not a letter or digit is written differently on the screen. */
function lettersOf(text: string): string {
  return text.replaceAll(/[^\p{L}\p{N}]+/gu, '')
}
