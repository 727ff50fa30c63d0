import { AppError } from './errors.ts'
import type { ContentFault } from './vocabulary.ts'

/** Ends the reading of a content whose bytes the storage no longer has as they were put. */
export class DamagedContent extends AppError {
  readonly fault: ContentFault

  constructor(fault: ContentFault, cause?: unknown) {
    const state = fault === 'lost' ? 'are lost' : 'are damaged'
    super(
      'FILE_DAMAGED',
      `The contents of this file ${state} on the server. Upload the file again, or ask who runs the server to take it from a backup.`,
      { cause },
    )
    this.fault = fault
  }
}
