import { relative } from 'node:path'
import type { TestEvent } from 'node:test/reporters'
import { inspect } from 'node:util'
import { send } from './messages.ts'

// Node loads a reporter by its default export.
// oxlint-disable-next-line import/no-default-export
export { report as default }

/** Tells the runner of each test that has ended; prints nothing. */
async function* report(events: AsyncIterable<TestEvent>): AsyncGenerator<string> {
  const path: string[] = []
  for await (const event of events) {
    if (event.type === 'test:start') path.splice(event.data.nesting, path.length, event.data.name)
    if (event.type === 'test:pass' && event.data.details.type !== 'suite') {
      const { skip, todo, name } = event.data
      send(
        skip === undefined && todo === undefined ? { kind: 'passed' } : { kind: 'skipped', name },
      )
    }
    if (event.type === 'test:fail') {
      const { nesting, name, details, file = '', line, column } = event.data
      // Its tests are told of one by one.
      if ('failureType' in details.error && details.error.failureType === 'subtestsFailed') continue
      send({
        kind: 'failed',
        file: path[0] ?? '',
        name: nesting === 0 ? 'the file' : [...path.slice(1, nesting), name].join(' › '),
        location: `${locate(file, path[0] ?? '')}:${line}:${column}`,
        error: inspect(details.error.cause ?? details.error),
      })
    }
  }
  yield ''
}

/** Code that another checkout compiled names its files: the name within the repository is the same. */
function locate(path: string, file: string): string {
  return path.endsWith(`/${file}`) ? file : relative(process.cwd(), path)
}
