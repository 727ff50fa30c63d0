import { t } from './messages.ts'

/** The title of a page as it is shown: a page may have none. */
export function displayTitle(title: string): string {
  return title === '' ? t.untitled : title
}
