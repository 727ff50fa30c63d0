import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { generateJSON } from '@tiptap/core'
import { writeMarkdown } from '../../../../content/write-markdown.ts'
import { fromJson } from '../json.ts'
import { schemaExtensions } from '../nodes/schema-extensions.ts'
import { withHeaderRows } from './paste-tables.ts'

const sheet =
  '<meta name="generator" content="Sheets"><style>td{border:1px}</style><table><colgroup><col width="100"></colgroup><tbody><tr><td>Name</td><td>Amount</td></tr><tr><td>Ann</td><td>12</td></tr></tbody></table>'

function pasted(html: string): string {
  return writeMarkdown(fromJson(generateJSON(withHeaderRows(html), schemaExtensions))).trim()
}

describe('pasting a table', () => {
  it('leaves a head as it is, and what was copied in Quire', () => {
    const headed = '<table><tr><th>a</th></tr><tr><td>b</td></tr></table>'
    assert.equal(withHeaderRows(headed).match(/<th>/g)?.length, 1)
    const own = '<table data-pm-slice="0 0 []"><tr><td>b</td></tr></table>'
    assert.equal(withHeaderRows(own), own)
  })

  it('makes the first row of a spreadsheet the head, so that it is a table of Markdown', () => {
    assert.equal(pasted(sheet), '| Name | Amount |\n| - | - |\n| Ann | 12 |')
  })

  it('runs nothing of what is pasted', () => {
    const hostile = '<table><tr><td><img src=x onerror="alert(1)">a</td></tr></table>'
    assert.doesNotMatch(pasted(hostile), /alert/)
  })
})
