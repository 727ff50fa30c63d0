import { diffArrays } from 'diff'
import { tokenTexts } from '../../../../content/tokens/tokens.ts'

export type ComparedWord = { kind: 'same' | 'added' | 'removed'; text: string }

/** With more changed words, the texts are compared as a whole. */
const maxEdits = 2000

/** The words of two texts in reading order: removed words before those that replace them. */
export function compareWords(before: string, after: string): ComparedWord[] {
  const changes = diffArrays(tokenTexts(before), tokenTexts(after), { maxEditLength: maxEdits })
  if (changes === undefined) {
    return [
      { kind: 'removed', text: before },
      { kind: 'added', text: after },
    ]
  }
  return changes.map(({ added, removed, value }) => ({
    kind: removed ? 'removed' : added ? 'added' : 'same',
    text: value.join(''),
  }))
}
