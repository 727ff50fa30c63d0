import { includes } from '../lib/access/levels.ts'
import type { TreePage } from './children.ts'

/** Whether the person can change a page; outside of sections their role decides. */
export function canChange({ level }: Pick<TreePage, 'level'>, canWrite: boolean): boolean {
  return level === undefined ? canWrite : includes(level, 'write')
}
