import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { answerSchemas } from '../../client/cli/answers/answer-schemas.ts'
import { commands } from '../../client/cli/command-table.ts'
import { entryPoints, openings, type Location, within } from './entry-points.ts'
import { isTest, read, sourcesOf } from './sources.ts'

const commandLine = sourcesOf('client').filter(
  ({ path }) => path.startsWith('client/cli/') && !isTest(path),
)

describe('answers that the command line writes files of', () => {
  /** What these commands consist of, besides the files that all share. */
  const writing =
    /^client\/cli\/(?:session\.ts|sync\/|skills\/|commands\/(?:sync|skills|skill-push|exports|files|downloads|instructions)\.ts)/

  it('have a schema, for each operation that is called', () => {
    const called = commandLine
      .filter(({ path }) => writing.test(path))
      .flatMap(({ text }) =>
        [...text.matchAll(/client\s*\.(\w+)\s*\.(\w+)/g)].map(
          ([, noun, name]) => `${noun}.${name}`,
        ),
      )
    assert.ok(called.length > 10, 'the calls are found')
    // `quire files put` writes no file.
    const unchecked = new Set(called.filter((name) => answerSchemas[name] === undefined))
    assert.deepEqual([...unchecked], ['pageFiles.attachFile'])
  })

  it('are checked in each command that writes files', () => {
    const names = commands.filter(({ writesFiles }) => writesFiles).map(({ name }) => name)
    assert.deepEqual(names, [
      'files get',
      'export',
      'sync',
      'skills pull',
      'skills sync',
      'skills push',
      'instructions',
    ])
  })

  it('lead to paths by one function, which refuses whatever is not a plain name', () => {
    const joining = commandLine
      .filter(({ text }) => /import \{[^}]*\bjoin\b[^}]*\} from 'node:path'/.test(text))
      .map(({ path }) => path)
    assert.deepEqual(joining, ['client/cli/join-names.ts'])
  })
})

describe('the entry points of bytes', () => {
  const production = sourcesOf('server', 'client').filter(
    ({ path }) => !isTest(path) && !within.some((pattern) => pattern.test(path)),
  )
  const opened = production
    .filter(({ text }) => openings.some((opening) => opening.test(text)))
    .map(({ path }) => path)

  it('are all in the list, with their schema and their budget', () => {
    const unlisted = opened.filter((path) => entryPoints[path] === undefined)
    assert.deepEqual(unlisted, [], 'add them to entry-points.ts')
    const closed = Object.keys(entryPoints).filter((path) => !opened.includes(path))
    assert.deepEqual(closed, [], 'remove them from entry-points.ts')
  })

  it('name a schema and a budget that are there', () => {
    const isThere = (location: Location) => {
      const [path = '', words = ''] = location.split('#')
      return read(path).includes(words)
    }
    const missing = Object.values(entryPoints).flatMap((entry) =>
      entry.takes === 'nothing' || !('schema' in entry)
        ? []
        : [entry.schema, entry.budget].filter((location) => !isThere(location)),
    )
    assert.deepEqual(missing, [])
  })

  it('that take nothing read neither a body nor a query', () => {
    const reading = Object.entries(entryPoints)
      .filter(([, { takes }]) => takes === 'nothing')
      .filter(([path]) => /\brequest\.(?:body|query)\b/.test(read(path)))
    assert.deepEqual(reading, [])
  })
})
