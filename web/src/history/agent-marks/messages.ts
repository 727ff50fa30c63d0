import { texts } from '../../lib/texts.ts'

/** Of their own, so that a page loads no others. */
export const t = texts('history.marks', {
  label: 'Text of programs that no person has accepted',
  mark: 'Not accepted yet, written by {name}',
  writtenBy: 'Written by {name} <when></when>',
  explanation: 'No person has accepted or edited this text.',
  unknown: 'unknown',
  showRun: 'Show the run',
  accept: 'Accept',
  acceptHint: 'Accepts everything that this run wrote on the page.',
  accepted: 'Text accepted',
  failed: 'Could not accept the text',
})
