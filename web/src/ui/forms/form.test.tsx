import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { QuireError } from '../../../../client/errors.ts'
import { render, screen } from '../../../../test/support/web/screen.tsx'
import { loadErrorTexts } from '../../lib/errors.ts'
import { PasswordField, TextField } from './fields.tsx'
import { Form } from './form.tsx'

const violation = { path: '/email', rule: 'format', message: 'must be an e-mail address' }

function refusal(errors: (typeof violation)[]): QuireError {
  return new QuireError('The body is not valid.', {
    code: 'VALIDATION_FAILED',
    status: 400,
    errors,
  })
}

function show(submit: (values: Record<string, string>) => Promise<unknown>, done: string[] = []) {
  render(
    <Form label="Save" submit={submit} onDone={() => void done.push('done')} done="It is saved.">
      <TextField name="email" label="E-mail" defaultValue="ada" />
      <PasswordField name="password" label="Password" />
    </Form>,
  )
  return userEvent.setup()
}

describe('Form', () => {
  before(loadErrorTexts)

  it('says at the field what the server refuses there', async () => {
    const user = show(() => Promise.reject(refusal([violation])))
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    assert.ok(await screen.findByText('Enter a valid email address.'))
    assert.equal(screen.getByLabelText('E-mail').getAttribute('aria-invalid'), 'true')
    assert.equal(screen.queryByRole('alert'), null)
  })

  it('says below the fields what concerns none of them', async () => {
    const user = show(() => Promise.reject(refusal([{ ...violation, path: '/other' }])))
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    assert.match((await screen.findByRole('alert')).textContent ?? '', /Enter a valid value/)
  })

  it('hands over what is in the fields, and says when it is done', async () => {
    const given: unknown[] = []
    const done: string[] = []
    const user = show(async (values) => given.push(values), done)
    await user.type(screen.getByLabelText('Password'), 'secret')
    await user.click(screen.getByRole('button', { name: 'Save' }))
    assert.ok(await screen.findByText('It is saved.'))
    assert.deepEqual(given, [{ email: 'ada', password: 'secret' }])
    assert.deepEqual(done, ['done'])
  })
})
