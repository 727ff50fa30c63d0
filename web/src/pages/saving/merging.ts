import { part } from '../../lib/offline/part.ts'

/** Merges pages, which is loaded when others have changed the same page. */
export const merging = part(() => import('./merge-page.ts'), { exported: 'mergePages' })
