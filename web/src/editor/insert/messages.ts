import { texts } from '../../lib/texts.ts'

export const t = texts('editor.paste', {
  tooLarge: 'This is too large to paste. Copy it in several parts.',
  fileNotCopied: 'Could not copy {name} from the other workspace.',
})
