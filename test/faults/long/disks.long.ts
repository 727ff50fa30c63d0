import { describe } from 'node:test'

/** Full and read-only disks, folders that go while the server runs, logs that are lost. */
for (const file of ['full-disk', 'disk-rights', 'lost-store']) {
  describe(`trouble with disks: ${file}`, async () => {
    await import(`../${file}.test.ts`)
  })
}
