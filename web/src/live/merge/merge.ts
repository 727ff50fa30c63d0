import { documentHash } from '../../../../content/steps/document-hash.ts'
import { mendUndo } from './mend-undo.ts'
import { receive } from './receive.ts'
import { seenBefore } from './seen-before.ts'

/** What only a page needs that others change too. */
export const merge = { receive, mendUndo, documentHash, seenBefore }
