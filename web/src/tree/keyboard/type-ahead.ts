/** After this pause, the next letter begins another word. */
export const pauseMs = 700

export type Typed = { text: string; at: number }

/** What has been typed so far, with the next letter. */
export function typeOn(typed: Typed, key: string, now: number): Typed {
  const text = now - typed.at < pauseMs ? typed.text + key : key
  return { text, at: now }
}

/**
 * The index of the next title that begins with what was typed, from the current one on; a letter typed again leads to
 * the next title with it. Undefined if there is none.
 */
export function findTyped(
  titles: readonly string[],
  typed: string,
  current: number,
): number | undefined {
  const letters = Array.from(fold(typed))
  const isOneLetter = letters.every((letter) => letter === letters[0])
  const wanted = isOneLetter ? (letters[0] ?? '') : fold(typed)
  const from = isOneLetter ? current + 1 : Math.max(0, current)
  for (let step = 0; step < titles.length; step += 1) {
    const index = (from + step) % titles.length
    if (fold(titles[index] ?? '').startsWith(wanted)) return index
  }
  return undefined
}

function fold(text: string): string {
  return text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()
}
