import { AppError, type ErrorCode } from '../../lib/errors.ts'
import { attributeChanges, attributed } from './attribution.ts'
import { apply, change, editWithSteps, merge, prepareApplied } from './steps.ts'
import {
  chunks,
  comment,
  compare,
  download,
  edit,
  editProperties,
  entry,
  fromDocument,
  fromFile,
  fromJson,
  fromMarkdown,
  mergeProperties,
  properties,
  siteMarkdown,
  sitePage,
  siteTargets,
  toMarkdown,
} from './tasks.ts'

const tasks = {
  change,
  attributeChanges,
  attributed,
  apply,
  chunks,
  comment,
  compare,
  download,
  edit,
  editProperties,
  editWithSteps,
  entry,
  fromDocument,
  fromFile,
  fromJson,
  fromMarkdown,
  merge,
  mergeProperties,
  prepareApplied,
  properties,
  siteMarkdown,
  sitePage,
  siteTargets,
  toMarkdown,
}

/** Errors lose their class when they leave a worker, so an AppError is returned as a value. */
export type Outcome = { value: unknown } | { refused: { code: ErrorCode; message: string } }

export type Task = { name: keyof typeof tasks; input: never }

export function run({ name, input }: Task): Outcome {
  try {
    return { value: tasks[name](input) }
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    return { refused: { code: error.code, message: error.message } }
  }
}
