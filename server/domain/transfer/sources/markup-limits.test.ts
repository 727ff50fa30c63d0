import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { countMarkup } from './markup-limits.ts'

const limits = { elements: 10, attributes: 5, depth: 3 }
const add = (markup: string, isXml = true) => countMarkup(limits).add(markup, isXml)
const refused = { code: 'VALIDATION_FAILED' }

describe('countMarkup', () => {
  it('rejects too many elements and attributes, also of several parts together', () => {
    add('<a/>'.repeat(10))
    assert.throws(() => add('<a/>'.repeat(11)), refused)
    add('<a b="1" c="2" d="3" e="4" f="5"/>')
    assert.throws(() => add(`<a ${'b="1" '.repeat(6)}/>`), refused)
    const both = countMarkup(limits)
    both.add('<a/>'.repeat(6), true)
    assert.throws(() => both.add('<a/>'.repeat(6), true), refused)
  })

  it('rejects XML that is nested too deeply, and not the open paragraphs of HTML', () => {
    add('<a><b><c/></b></a>'.repeat(2))
    assert.throws(() => add('<a><b><c><d>'), refused)
    add('<p>a<p>b<p>c<p>d<br><br>', false)
  })

  it('counts neither comments, declarations nor text', () => {
    add(`<?xml version="1.0"?><!DOCTYPE x>${'<!-- a = b -->'.repeat(20)}<a>1 < 2 = 2</a>`)
  })

  it('takes linear time for what is no markup', () => {
    add('<'.repeat(1_000_000))
    add(`<a ${'b'.repeat(1_000_000)}`)
    add(`${'<a'.repeat(500_000)}>`)
  })
})
