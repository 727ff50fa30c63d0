import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { after, before, describe, it } from 'node:test'
import type { Reader } from '../connection.ts'
import { newest } from '../events/activity.ts'
import { systemViewer, viewedStatement } from '../rights/viewer.ts'
import { joinRun, runColumns } from '../runs/columns.ts'
import { groups } from '../views/summaries.ts'
import { dropUnneededIndexes } from './indexes.ts'
import { migrate } from './migrate.ts'
import { setStatistics } from './statistics.ts'

const room = new URL('../', import.meta.url)

describe('plans on SQLite', () => {
  let database: DatabaseSync
  before(() => {
    database = new DatabaseSync(':memory:')
    migrate(database)
    dropUnneededIndexes(database)
    setStatistics(database)
  })
  after(() => database.close())

  /** The steps of a statement, by the name it has in the sources, for a viewer of all pages or of some. */
  const planOf = (
    file: string,
    name: string,
    viewed: 'unfiltered' | 'filtered' = 'unfiltered',
  ): string[] => {
    const text = readFileSync(new URL(file, room), 'utf8')
    const [, sql = ''] = new RegExp(`'${RegExp.escape(name)}',\\s*\`([^\`]*)\``).exec(text) ?? []
    assert.notEqual(sql, '', `${name} is in ${file}`)
    const filled = sql
      .replaceAll('[${size}]', '')
      .replaceAll('${runColumns}', runColumns)
      .replaceAll(/\$\{joinRun\('(\w+)', '(\w+)'\)\}/g, (_, table: string, column: string) =>
        joinRun(table, column),
      )
    const unsized = viewedStatement(name, filled)[viewed].sql
    const rows = database.prepare(`explain query plan ${unsized}`).all()
    return rows.map(({ detail }) => String(detail))
  }

  for (const [file, name] of [
    ['pages/trash.ts', 'trash.below'],
    ['pages/trash.ts', 'trash.nextBelow'],
    ['pages/trash.ts', 'trash.remove'],
    ['pages/trash.ts', 'trash.restore'],
    ['search/pending.ts', 'searchPending.add'],
    ['search/pending.ts', 'searchPending.among'],
    ['pages/trash.ts', 'trash.list'],
    ['pages/trash.ts', 'trash.count'],
    ['pages/lookup.ts', 'pageLookup.byTitle'],
    ['search/hits.ts', 'searchHits.texts'],
    ['search/hits.ts', 'searchHits.branches'],
    ['search/hits.ts', 'searchHits.passing'],
    ['search/hits.ts', 'searchHits.below'],
    ['semantic/vectors.ts', 'vectors.below'],
  ] as const) {
    it(`of ${name} never go through a whole workspace`, () => {
      for (const viewed of ['unfiltered', 'filtered'] as const) {
        const steps = planOf(file, name, viewed)
        assert.deepEqual(
          steps.filter((step) => step.endsWith('(workspace_id=?)')),
          [],
        )
      }
    })
  }

  it('of the list of the trash go through deletions, not through all pages in it', () => {
    for (const name of ['trash.list', 'trash.count']) {
      const steps = planOf('pages/trash.ts', name).join('\n')
      assert.match(steps, /pages_deletions/, name)
      assert.doesNotMatch(steps, /TEMP B-TREE/, name)
    }
  })

  /** The steps of the lists that something reads. */
  const plansOf = async (read: (reader: Reader) => Promise<unknown>): Promise<string[]> => {
    const steps: string[] = []
    // SAFETY: it reads lists only.
    const reader = {
      all: ({ sql }: { sql: string }) => {
        const rows = database.prepare(`explain query plan ${sql}`).all()
        steps.push(...rows.map(({ detail }) => String(detail)))
        return Promise.resolve([])
      },
    } as unknown as Reader
    await read(reader)
    return steps
  }

  it('of what happened to a page read its events, and those of proposals that change it', async () => {
    const whose = { of: 'pageWithProposals', id: 'p' } as const
    const steps = await plansOf((reader) => newest(reader, 'w', whose, { before: 9, limit: 9 }))
    for (const step of [
      'SEARCH events USING INDEX events_page (workspace_id=? AND page_id=? AND sequence<?)',
      'SEARCH events USING INDEX events_proposal (workspace_id=? AND <expr>=? AND sequence<?)',
    ]) {
      assert.ok(steps.includes(step), steps.join('\n'))
    }
  })

  it('of the groups of a part of a view read only the properties of its pages', async () => {
    const selection = {
      condition: { kind: 'all' as const, conditions: [] },
      under: null,
      range: { after: 'a', until: 'b' },
    }
    const grouping = { kind: 'property', key: 'status', unit: 'value' } as const
    const steps = await plansOf((reader) =>
      groups(reader, systemViewer('w'), selection, { grouping, keys: [] }),
    )
    assert.ok(
      steps.includes('SEARCH r USING PRIMARY KEY (workspace_id=? AND page_id>? AND page_id<?)'),
      steps.join('\n'),
    )
  })

  it('of files of one MIME type go by an index that is in their order', () => {
    const steps = planOf('files/files.ts', 'files.newestOfType').join('\n')
    assert.match(steps, /COVERING INDEX files_type \(workspace_id=\? AND mime_type=\?\)/)
    assert.doesNotMatch(steps, /TEMP B-TREE/)
  })

  it('know every index of the tables they have figures of', () => {
    const known = new Set(
      database
        .prepare('select idx from sqlite_stat1')
        .all()
        .map(({ idx }) => idx),
    )
    const tables = database.prepare('select distinct tbl from sqlite_stat1').all()
    const indexes = tables.flatMap(({ tbl }) =>
      database
        .prepare("select name from sqlite_schema where type = 'index' and tbl_name = ?")
        .all(tbl ?? null)
        .map(({ name }) => name),
    )
    assert.deepEqual(
      indexes.filter((name) => !known.has(name ?? null) && !String(name).includes('autoindex')),
      [],
    )
  })

  it('stay as they are at the next start', () => {
    const changes = () => database.prepare('select total_changes() as n').get()?.['n']
    const before = changes()
    setStatistics(database)
    assert.equal(changes(), before)
  })
})
