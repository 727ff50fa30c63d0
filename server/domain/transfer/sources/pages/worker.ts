import { AppError, type ErrorCode } from '../../../../lib/errors.ts'
import { runTask, type TaskInput, type TaskName } from './tasks.ts'

export type Task<Name extends TaskName = TaskName> = { name: Name; input: TaskInput<Name> }

/** Errors lose their class when they leave a worker, so an AppError is returned as a value. */
export type Outcome = { value: unknown } | { refused: { code: ErrorCode; message: string } }

/** What a worker thread runs. */
export async function run<Name extends TaskName>({ name, input }: Task<Name>): Promise<Outcome> {
  try {
    return { value: await runTask(name, input) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}
