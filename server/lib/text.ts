/**
 * Text every store can keep: lone surrogates and NUL become U+FFFD, as CommonMark does with NUL.
 * PostgreSQL refuses both, and UTF-8 cannot hold a lone surrogate.
 */
export function storable(text: string): string {
  const wellFormed = text.isWellFormed() ? text : text.toWellFormed()
  return wellFormed.includes('\0') ? wellFormed.replaceAll('\0', '\uFFFD') : wellFormed
}

const maxSlugLength = 60

/** A name as part of an address: lower-case letters, digits and single hyphens; empty when nothing is left. */
export function slugify(name: string): string {
  const joined = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-/, '')
  return Array.from(joined).slice(0, maxSlugLength).join('').replace(/-$/, '')
}

/** For comparing texts without their case. */
export function foldText(text: string): string {
  return text.normalize('NFC').toLowerCase()
}

const emoji =
  /^\p{Extended_Pictographic}(?:\p{Extended_Pictographic}|\p{Emoji_Modifier}|\u200d|\ufe0f|[\u{e0020}-\u{e007f}])*$|^\p{RI}\p{RI}$|^[\d#*]\ufe0f?\u20e3$/u

/** Whether a text is one emoji, or several that are shown as one. */
export function isEmoji(text: string): boolean {
  return emoji.test(text)
}
