import { AppError } from '../../../../lib/errors.ts'
import type { Output } from '../folder/output.ts'

/** A file that cannot be converted. Its message is the reason, as a sentence for people. */
export class NotConverted extends Error {
  static because(error: unknown): NotConverted {
    if (error instanceof NotConverted) return error
    return new NotConverted(reasonOf(error), { cause: error })
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof AppError) return error.message
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  // Errors of a worker that ended have no class that can be tested.
  if (code === 'ERR_WORKER_OUT_OF_MEMORY' || /worker|terminat/i.test(String(error))) {
    return 'It needs more memory than is available.'
  }
  return 'The file is damaged.'
}

/** Reads one file. If this fails, the file is reported, and the others are converted without it. */
export async function tryFile<Result>(
  output: Output,
  source: string,
  read: () => Promise<Result>,
): Promise<Result | undefined> {
  try {
    return await read()
  } catch (error) {
    if (!(error instanceof NotConverted) && !(error instanceof AppError)) throw error
    output.warn(`${source} was not converted: ${error.message}`)
    output.lose(source, [{ kind: 'page content', outcome: 'lost', count: 1 }])
    return undefined
  }
}
