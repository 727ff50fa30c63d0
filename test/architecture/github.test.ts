import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { parse } from 'yaml'
import { files, read } from './sources.ts'

type Step = { uses?: string; run?: string }
type Workflow = {
  name: string
  on: object
  permissions: Record<string, string>
  jobs: Record<string, { 'timeout-minutes'?: number; steps: Step[] }>
}
type Form = { name: string; body: { type: string; attributes: { label: string } }[] }

const workflows = files.filter((file) => file.startsWith('.github/workflows/'))
const forms = files.filter(
  (file) => file.startsWith('.github/ISSUE_TEMPLATE/') && !file.endsWith('config.yml'),
)

describe('workflows', () => {
  for (const file of workflows) {
    // SAFETY: the file beside it; what is read of it is asserted on.
    const workflow = parse(read(file)) as Workflow
    const jobs = Object.values(workflow.jobs)
    const steps = jobs.flatMap((job) => job.steps)

    it(`${file} says that it was not run, and only reads the code`, () => {
      assert.match(read(file), /^# Not yet run/)
      assert.equal(workflow.permissions['contents'], 'read')
      assert.ok(jobs.every((job) => (job['timeout-minutes'] ?? 0) > 0))
    })

    it(`${file} runs no text that others can write`, () => {
      const scripts = steps.flatMap(({ run }) => run ?? [])
      assert.deepEqual(
        scripts.filter((script) => script.includes('${{')),
        [],
      )
    })
  }

  it('test what CI tests', () => {
    assert.match(read('.github/workflows/test.yml'), /run: bash \.ci\/run$/m)
  })
})

describe('issue forms', () => {
  it('have a name and labeled fields', () => {
    assert.ok(forms.length > 0)
    for (const file of forms) {
      // SAFETY: as above.
      const form = parse(read(file)) as Form
      assert.ok(form.name.length > 0, file)
      assert.ok(form.body.length > 0, file)
      assert.deepEqual(
        form.body.filter(({ attributes }) => attributes.label.length === 0),
        [],
      )
    }
  })
})
