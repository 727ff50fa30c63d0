import { AppError } from '../../lib/errors.ts'

/** Also for a page that the caller cannot read. */
export function pageNotFound(pageId: string): AppError {
  return new AppError('PAGE_NOT_FOUND', `PAGE_NOT_FOUND: page ${pageId} not found`)
}
