import { texts } from '../../lib/texts.ts'

export const t = texts('ui.rows', { showMore: 'Show more' })
