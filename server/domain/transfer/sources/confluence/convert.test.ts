import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { convertTexts } from '../../../../../test/support/sources/files.ts'
import { confluencePage } from '../../../../../test/support/sources/samples/confluence.ts'
import { splitFrontMatter } from '../../../document/front-matter.ts'
import { listPages } from './list-pages.ts'

const index = `<html><body><div id="main"><div class="pageSection"><h2>Space Details:</h2><table><tr><th>Key</th><td>TEAM</td></tr></table></div>
<div class="pageSection"><h2>Available Pages:</h2><ul><li><a href="Team-Home_1.html">Team Home</a><img src="images/icons/contenttypes/home_page_16.png">
<ul><li><a href="How%20To_2.html">How To</a><ul><li><a href="Part_3.html">Part</a></li></ul></li>
<li><a href="About_4.html">About</a></li></ul></li></ul></div></div></body></html>`

const attachments = `<div class="pageSection group"><div class="pageSectionHeader"><h2 id="attachments" class="pageSectionTitle">Attachments:</h2></div>
<div class="greybox" align="left"><img src="images/icons/bullet_blue.gif"/><a href="attachments/2/9.pdf">The manual.pdf</a> (application/pdf)<br/></div></div>`

const comments = `<div class="pageSection group"><h2 id="comments">Comments:</h2><table class="comments"><tr><td><p>Why so?</p></td></tr><tr><td><p>Because.</p></td></tr></table></div>`

const by = `Created by <span class='author'> Ada Lovelace</span>, last modified by <span class='editor'> Bob</span> on Nov 03, 2025`

const space = {
  'index.html': index,
  'Team-Home_1.html': confluencePage(
    'Team Home',
    '<p><a href="How%20To_2.html#HowTo-A">How</a></p>',
  ),
  'How To_2.html': confluencePage('How To: A/B', '<p><a href="Team-Home_1.html">Home</a></p>', {
    after: attachments + comments,
    by,
  }),
  'Part_3.html': confluencePage('Part', '<p>Part</p>', {
    by: "Created by <span class='author'> Ada</span> on Nov 04, 2025",
  }),
  'About_4.html': confluencePage('About', ''),
  'Not-Listed_5.html': confluencePage('Not Listed', '<p>x</p>'),
  'attachments/2/9.pdf': 'x',
  'images/icons/bullet_blue.gif': 'x',
  'styles/site.css': 'x',
}

describe('the index of a space', () => {
  it('may list nothing', () => {
    assert.deepEqual(listPages(''), [])
    assert.deepEqual(listPages('<ul><li>text<li><a href="x.pdf">x</a></ul>'), [])
  })

  it('lists the pages as a tree', () => {
    assert.deepEqual(
      listPages(index).map(({ title, children }) => [title, children.map(({ source }) => source)]),
      [['Team Home', ['How To_2.html', 'About_4.html']]],
    )
  })
})

describe('a space of Confluence', () => {
  it('becomes its tree, with pages that the index does not list at the end', async () => {
    const { kind, files, warnings } = await convertTexts(space)
    assert.equal(kind, 'confluence')
    assert.deepEqual(warnings, [])
    assert.deepEqual(Object.keys(files), [
      'Not Listed.md',
      'Team Home/About.md',
      'Team Home/How To/Part.md',
      'Team Home/How To/index.md',
      'Team Home/index.md',
      'attachments/2/9.pdf',
    ])
    const orders = Object.entries(files)
      .filter(([path]) => path.endsWith('.md'))
      .map(([, text]) => (splitFrontMatter(text).attributes['quire'] as { order: number }).order)
    assert.deepEqual(orders, [2, 2, 1, 1, 1])
  })

  it('keeps titles, people, dates, names of files and comments', async () => {
    const { files, losses } = await convertTexts(space)
    const { attributes, body } = splitFrontMatter(files['Team Home/How To/index.md'] ?? '')
    assert.deepEqual(
      { ...attributes },
      {
        author: 'Ada Lovelace',
        editor: 'Bob',
        updated: '2025-11-03',
        quire: {
          title: 'How To: A/B',
          order: 1,
          files: [{ path: '../../attachments/2/9.pdf', name: 'The manual.pdf' }],
        },
      },
    )
    assert.equal(body, '[Home](../index.md)\n\n## Comments\n\n> Why so?\n\n> Because.\n')
    assert.deepEqual(losses, [
      { path: 'How To_2.html', kind: 'comment', outcome: 'changed', count: 2 },
    ])
    const part = splitFrontMatter(files['Team Home/How To/Part.md'] ?? '').attributes
    assert.deepEqual([part['author'], part['created']], ['Ada', '2025-11-04'])
    assert.match(files['Team Home/index.md'] ?? '', /\[How\]\(How%20To\/index\.md#HowTo-A\)/)
  })
})
