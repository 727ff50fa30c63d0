import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findById, isNotionUrl } from './links.ts'

const [plan, tasks] = ['a1b2c3d4e5f60718293a4b5c6d7e8f90', 'b1b2c3d4e5f60718293a4b5c6d7e8f91']
const dashed = 'a1b2c3d4-e5f6-0718-293a-4b5c6d7e8f90'

describe('findById', () => {
  const find = findById([`Home/Plan ${plan}.md`, `Tasks ${tasks}_all.csv`, 'photo.png'])

  for (const url of [
    `https://www.notion.so/Plan-${plan}`,
    `https://www.notion.so/lab/Plan-${plan}?pvs=4#${tasks}`,
    `https://notion.so/${plan}`,
    `https://notion.so/${plan.toUpperCase().toLowerCase()}?v=1`,
    `https://lab.notion.site/Plan-${plan}`,
    `https://www.notion.so/${dashed}`,
    `https://www.notion.so/Other-${tasks.replaceAll('b', 'c')}?p=${plan}&pm=s`,
    `elsewhere/Plan%20${plan}.csv`,
  ]) {
    it(`finds a page by ${url}`, () => {
      assert.equal(find(url), `Home/Plan ${plan}.md`)
    })
  }

  it('finds a table by the name of another file', () => {
    assert.equal(find(`Tasks%20${tasks}.md`), `Tasks ${tasks}_all.csv`)
  })

  it('finds nothing for other addresses', () => {
    for (const url of [
      `https://example.com/Plan-${plan}`,
      `https://notion.so.example.com/Plan-${plan}`,
      `https://www.notion.so/Plan-${plan.replaceAll('a', 'c')}`,
      'photo.png',
      'Plan.md',
      '#top',
      '',
    ]) {
      assert.equal(find(url), undefined, url)
    }
    assert.equal(isNotionUrl('https://notion.so.example.com/x'), false)
  })
})
