import { AppError, type ErrorCode } from '../../../../lib/errors.ts'
import {
  convertNote,
  listTargets,
  prepareFile,
  readAliases,
  readCollection,
  readFile,
  readHtml,
  readMarkdown,
  readOrder,
  readOutline,
  readWord,
  write,
} from './tasks.ts'

const tasks = {
  convertNote,
  listTargets,
  prepareFile,
  readAliases,
  readCollection,
  readFile,
  readHtml,
  readMarkdown,
  readOrder,
  readOutline,
  readWord,
  write,
}

export type Task = { name: keyof typeof tasks; input: never }

/** Errors lose their class when they leave a worker, so an AppError is returned as a value. */
export type Outcome = { value: unknown } | { refused: { code: ErrorCode; message: string } }

/** What a worker thread runs. */
export async function run({ name, input }: Task): Promise<Outcome> {
  try {
    return { value: await tasks[name](input) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}
