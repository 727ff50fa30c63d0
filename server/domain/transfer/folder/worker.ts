import { type Outcome, outcomeOf } from '../../../lib/workers/worker-pools.ts'
import { type Answers, type Asked, targetsOf } from './asked.ts'
import { type FileChange, type PageToWrite, readChange, writeFile } from './file-tasks.ts'

const tasks = { readChange, writeFile }

export type Task =
  | { name: 'readChange'; input: { answers: Answers; given: FileChange } }
  | { name: 'writeFile'; input: { answers: Answers; given: PageToWrite } }

export type Answered<Name extends keyof typeof tasks> = {
  value: ReturnType<(typeof tasks)[Name]>
  asked: Asked
}

export function run(task: Task): Outcome {
  return outcomeOf(() => {
    const { targets, asked } = targetsOf(task.input.answers)
    const value =
      task.name === 'readChange'
        ? readChange(targets, task.input.given)
        : writeFile(targets, task.input.given)
    return { value, asked: asked() }
  })
}
