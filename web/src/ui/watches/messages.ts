import { texts } from '../../lib/texts.ts'

export const t = texts('watches', {
  watch: 'Watch this page',
  watchTree: 'Watch with subpages',
  stop: 'Stop watching',
  watching: 'Changes by others appear in your inbox.',
  stopped: 'You no longer watch this page.',
  notChanged: 'Could not change what you watch',
})
