import { documentHash } from '../../../../content/steps/document-hash.ts'
import { withoutHalfMoves } from './half-moves.ts'
import { receive } from './receive.ts'

/** What only a page needs that others change too. */
export const merge = { receive, withoutHalfMoves, documentHash }
