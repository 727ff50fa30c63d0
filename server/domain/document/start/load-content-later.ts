import { loadLater } from '../../../lib/load-later.ts'

/** In parts: all at once takes 60 ms. */
export function loadContentLater(): void {
  loadLater(() => import('../../../../content/write-markdown.ts'))
  loadLater(() => import('../../../../content/parse-markdown.ts'))
  loadLater(() => import('../tasks.ts'))
}
