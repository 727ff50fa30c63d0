/** `{{name}}`. Markdown may escape characters in the name. */
const placeholder = /\{\{\s*([\p{L}_](?:[\p{L}\p{N}_ -]|\\[_-])*?)\s*\}\}/gu

/** The names of the placeholders of a text, in order. */
export function findPlaceholders(text: string): string[] {
  return [...new Set([...text.matchAll(placeholder)].map((match) => nameOf(match[1])))]
}

/** The text with its placeholders filled in, as given. */
export function fillPlaceholders(text: string, values: Readonly<Record<string, string>>): string {
  return text.replaceAll(placeholder, (match, name: string) => values[nameOf(name)] ?? match)
}

function nameOf(written: string | undefined): string {
  return (written ?? '').replaceAll('\\', '')
}
