import assert from 'node:assert/strict'
import { DatabaseSync } from 'node:sqlite'
import { describe, it } from 'node:test'
import { dropUnneededIndexes } from './indexes.ts'
import { migrate } from './migrate.ts'
import { setStatistics } from './statistics.ts'

describe('dropUnneededIndexes', () => {
  const indexesOf = (database: DatabaseSync) =>
    database
      .prepare("select name from sqlite_schema where type = 'index' order by name")
      .all()
      .map(({ name }) => String(name))

  it('leaves one index of the children of a page, in their order', () => {
    const database = new DatabaseSync(':memory:')
    migrate(database)
    const before = indexesOf(database)
    dropUnneededIndexes(database)
    setStatistics(database)
    const after = indexesOf(database)
    assert.deepEqual(
      before.filter((name) => !after.includes(name)),
      ['inbox_entries_unsent', 'page_steps_author', 'pages_tree', 'pages_type'],
    )
    for (const condition of ['', 'and deleted_at is null']) {
      const plan = database
        .prepare(
          `explain query plan select id from pages where workspace_id = 'w' and parent_id = 'p' ${condition}
           order by position, id`,
        )
        .all()
      assert.deepEqual(
        plan.map(({ detail }) => detail),
        ['SEARCH pages USING COVERING INDEX pages_children (workspace_id=? AND parent_id=?)'],
      )
    }
    database.close()
  })

  it('changes nothing the second time', () => {
    const database = new DatabaseSync(':memory:')
    migrate(database)
    dropUnneededIndexes(database)
    const before = database.prepare('pragma schema_version').get()
    dropUnneededIndexes(database)
    assert.deepEqual(database.prepare('pragma schema_version').get(), before)
    database.close()
  })
})
