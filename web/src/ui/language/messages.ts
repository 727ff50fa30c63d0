import { texts } from '../../lib/texts.ts'

export const t = texts('ui.language', {
  language: 'Language',
  likeBrowser: 'Same as the browser',
  machineTranslated: '{language} (machine-translated)',
})
