import { listSettings } from '../settings.ts'

/** Every setting for the help of a command, with its default. */
export function settingsHelp(): string {
  const entries = listSettings().flatMap(({ name, default: otherwise, meaning }) => [
    `  ${name}${otherwise === undefined ? '' : `=${otherwise}`}`,
    `      ${plainText(meaning)}`,
  ])
  return ['', 'Settings (environment variables):', ...entries].join('\n')
}

/** Markdown without the marks of code, and of a link only its text. */
function plainText(markdown: string): string {
  return markdown.replaceAll(/\[([^\]]*)\]\([^)]*\)/g, '$1').replaceAll('`', '')
}
