import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parseXml, writeXml } from './parse-xml.ts'

describe('parseXml', () => {
  it('reads elements, text and CDATA, and writes them again', () => {
    const xml = '<a:b x="1 &amp; 2"><c/>text &lt;<![CDATA[<raw>]]></a:b>'
    assert.equal(writeXml(parseXml(xml)), '<a:b x="1 &amp; 2"><c/>text &lt;&lt;raw&gt;</a:b>')
    assert.equal(writeXml(parseXml('<a x="&#10;&quot;">&#13;</a>')), '<a x="&#10;&quot;">&#13;</a>')
  })

  it('knows the entities of HTML, and refuses those that a document defines', () => {
    assert.equal(writeXml(parseXml('<a>&nbsp;&ouml;&unknown;</a>')), '<a>\u00a0ö&amp;unknown;</a>')
    const bomb = '<!DOCTYPE a [<!ENTITY x "long"><!ENTITY y "&x;&x;">]><a>&y;</a>'
    assert.throws(() => parseXml(bomb), /The XML is damaged/)
    const named = '<?xml version="1.0"?><!DOCTYPE a SYSTEM "http://x.example/a.dtd"><a>1</a>'
    assert.equal(writeXml(parseXml(named)), '<a>1</a>')
  })

  it('refuses what is damaged', () => {
    for (const xml of ['', 'text', '<a>', '<a></b>', '<a x=1/>', '<a><b></a>']) {
      assert.throws(() => parseXml(xml), /The XML is damaged/, xml)
    }
  })
})
