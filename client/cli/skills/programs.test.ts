import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { isProgram } from './programs.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

describe('isProgram', () => {
  it('knows programs by their extension in any case, and by how they begin', () => {
    for (const name of ['deploy.sh', 'A.PY', 'x.tar.js', 'setup.Exe', 'run.ps1'])
      assert.equal(isProgram(name, bytes('text')), true, name)
    for (const beginning of ['#!/bin/sh\n', '\u007FELF', 'MZ\u0000'])
      assert.equal(isProgram('data.txt', bytes(beginning)), true, beginning)
    assert.equal(isProgram('app', new Uint8Array([0xcf, 0xfa, 0xed, 0xfe, 0])), true)
  })

  it('takes no other file for one', () => {
    for (const name of ['SKILL.md', 'data.csv', 'sh', 'image.png', '.sh.txt'])
      assert.equal(isProgram(name, bytes('# text')), false, name)
    assert.equal(isProgram('empty', new Uint8Array()), false)
  })
})
