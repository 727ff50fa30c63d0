import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import {
  fileEntry,
  readEntryName,
  readManifest,
  startManifest,
  tableEntry,
  packRow,
  unpackRow,
} from './format.ts'

const hash = '0123456789abcdef'.repeat(4)
const manifest = startManifest({
  quire: '1.0.0',
  migration: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  tables: { pages: { rows: 1, bytes: 20, sha256: hash } },
  files: { count: 0, bytes: 0, missing: [] },
})
const read = (change: object) => readManifest(JSON.stringify({ ...manifest, ...change }))

describe('readManifest', () => {
  it('refuses what is no manifest of a backup', () => {
    for (const text of ['', '{', 'null', '[]', '"quire-backup"', '{}', '{"format":"zip"}']) {
      assert.throws(() => readManifest(text), {
        code: 'VALIDATION_FAILED',
        message: /its manifest cannot be read\. Nothing was changed\./,
      })
    }
  })

  it('refuses another version of the format before it looks at the rest', () => {
    for (const version of [0, 2, '1', null]) {
      assert.throws(() => read({ version, tables: undefined }), {
        code: 'STORE_NEWER',
        message: /this version of Quire supports 1/,
      })
    }
  })

  it('refuses counts that cannot be, and facts that are not there', () => {
    const summary = { rows: 1, bytes: 20, sha256: hash }
    const wrong = [
      { migration: -1 },
      { migration: 1.5 },
      { migration: '3' },
      { tables: [] },
      { tables: { pages: { ...summary, rows: 2 ** 53 } } },
      { tables: { pages: { ...summary, sha256: null } } },
      { tables: { pages: null } },
      { files: { count: 0, bytes: 0 } },
      { files: { count: 0, bytes: -1, missing: [] } },
      { files: undefined },
    ]
    for (const change of wrong) assert.throws(() => read(change), /its manifest is incomplete/)
  })

  it('reads what was written', () => {
    assert.deepEqual(read({}), manifest)
  })
})

describe('readEntryName', () => {
  it('knows no name that could lead out of the backup, nor one that is nearly right', () => {
    const names = [
      '',
      '/manifest.json',
      './manifest.json',
      'files/',
      `files/${hash.toUpperCase()}`,
      `files/${hash}0`,
      `files/../${hash}`,
      `files/${hash}\n`,
      'tables/../pages.jsonl',
      'tables/Pages.jsonl',
      'tables/_pages.jsonl',
      'tables/pages.json',
      'tables/pages.jsonl/x',
    ]
    for (const name of names) assert.equal(readEntryName(name), undefined, name)
  })

  it('reads the names that are written', () => {
    assert.deepEqual(readEntryName('manifest.json'), { kind: 'manifest' })
    assert.deepEqual(readEntryName(fileEntry(hash)), { kind: 'file', sha256: hash })
    assert.deepEqual(readEntryName(tableEntry('page_files')), {
      kind: 'table',
      table: 'page_files',
    })
  })
})

describe('packRow', () => {
  it('gives a row back with its bytes', () => {
    const row = { id: 'a', count: 1, nothing: null, bytes: new Uint8Array([0, 128, 255]) }
    assert.deepEqual(unpackRow(JSON.parse(JSON.stringify(packRow(row)))), row)
  })

  it('takes nothing else for a row', () => {
    const values = [5, [], { a: true }, { a: {} }, { a: { base64: 5 } }, { a: { base64: '???' } }]
    for (const value of values) assert.equal(unpackRow(value), undefined)
  })
})
