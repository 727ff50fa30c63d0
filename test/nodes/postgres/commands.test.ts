import { globSync } from 'node:fs'
import { describe } from 'node:test'

process.env['QUIRE_TEST_STORE'] = 'postgres'
const folder = new URL('../../../', import.meta.url)

/** They ask no store, or only for what the domain does, whose statements are tested on both stores. */
const sameOnAnyStore =
  /(usage|documentation|administrators|audit|keys|members|users|workspaces)\.test\.ts$/

/** The operator's commands once more, on PostgreSQL. Each file in a suite, so that its hooks stay its own. */
const files = globSync('{server/cli,server/cli/commands,test/cli}/*.test.ts', { cwd: folder })
for (const file of files.filter((one) => !sameOnAnyStore.test(one)).toSorted()) {
  describe(`${file} on PostgreSQL`, async () => {
    await import(new URL(file, folder).href)
  })
}
