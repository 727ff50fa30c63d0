/**
 * A text of others for a line on a screen: without characters that control the terminal, or that turn the direction
 * of the text around.
 */
export function printable(text: string): string {
  return text.replaceAll(/[\p{Cc}\u202A-\u202E\u2066-\u2069]+/gu, ' ')
}

/** A whole document for a screen: the same, but line breaks and tabs stay. */
export function printableLines(text: string): string {
  return text.replaceAll(/(?![\n\t])\p{Cc}|[\u202A-\u202E\u2066-\u2069]/gu, '\uFFFD')
}

/** Columns for people and `cut`: separated by tabs. */
export function row(...columns: readonly (string | number)[]): string {
  return columns.map((column) => printable(String(column))).join('\t')
}

/** A number of things, such as `1 page` or `2 pages`. */
export function amount(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`
}
