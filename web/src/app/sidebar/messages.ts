import { texts } from '../../lib/texts.ts'

export const t = texts('app.sidebar', {
  show: 'Show sidebar',
  hide: 'Hide sidebar',
  width: 'Sidebar width',
})
