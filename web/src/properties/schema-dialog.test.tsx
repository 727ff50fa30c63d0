import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { Refusal, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import type { Definition } from './property-queries.ts'
import { SchemaDialog } from './schema-dialog.tsx'

const setPath = '/v1/properties/set-schema'

function show(definitions: Definition[], answers: object = {}) {
  let closed = 0
  const shown = renderSignedIn(
    <SchemaDialog workspaceId="w1" sectionId="s1" close={() => (closed += 1)} />,
    {
      answers: {
        '/v1/properties/schema': () => ({ definitions }),
        [setPath]: () => ({ ok: true }),
        ...answers,
      },
    },
  )
  const saved = () => Object(inputsOf(shown.asked, setPath).at(-1)).definitions
  return { saved, closed: () => closed }
}

const save = () => userEvent.click(screen.getByRole('button', { name: 'Save' }))

describe('the properties of a section', () => {
  it('say when they cannot be loaded', async () => {
    show([], {
      '/v1/properties/schema': () => new Refusal(404, 'PAGE_NOT_FOUND', 'Page not found.'),
    })
    assert.ok(await screen.findByText('Could not load the properties'))
  })

  it('are added, with options and their colors', async () => {
    const { saved, closed } = show([])
    await userEvent.click(await screen.findByRole('button', { name: 'Add property' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Name' }), 'status')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'select')
    await userEvent.click(screen.getByRole('checkbox', { name: 'Required' }))
    await userEvent.click(screen.getByRole('button', { name: 'Add option' }))
    await userEvent.type(screen.getByRole('textbox', { name: 'Option 1' }), 'Draft')
    await userEvent.selectOptions(
      screen.getByRole('combobox', { name: 'Color of Draft' }),
      'orange',
    )
    await save()
    await waitFor(() => assert.equal(closed(), 1))
    assert.deepEqual(saved(), [
      {
        key: 'status',
        type: 'select',
        options: [{ name: 'Draft', color: 'orange' }],
        required: true,
      },
    ])
  })

  it('lose options with a type that has none, and keep what is not shown', async () => {
    const { saved, closed } = show([
      {
        key: 'status',
        type: 'select',
        options: [{ name: 'Draft' }],
        default: 'Draft',
        description: 'How far it is',
      },
    ])
    await userEvent.selectOptions(await screen.findByRole('combobox', { name: 'Type' }), 'text')
    await save()
    await waitFor(() => assert.equal(closed(), 1))
    assert.deepEqual(saved(), [
      {
        key: 'status',
        type: 'text',
        default: 'Draft',
        description: 'How far it is',
      },
    ])
  })

  it('are removed, and options too', async () => {
    const { saved, closed } = show([
      { key: 'a', type: 'text' },
      {
        key: 'b',
        type: 'multi-select',
        options: [{ name: 'x' }, { name: 'y', color: 'blue' }],
      },
    ])
    await userEvent.click(await screen.findByRole('button', { name: 'Remove a' }))
    await userEvent.click(screen.getByRole('button', { name: 'Remove x' }))
    await save()
    await waitFor(() => assert.equal(closed(), 1))
    assert.deepEqual(saved(), [
      {
        key: 'b',
        type: 'multi-select',
        options: [{ name: 'y', color: 'blue' }],
      },
    ])
  })

  it('stay open when saving fails', async () => {
    const { closed } = show([{ key: 'a', type: 'text' }], {
      [setPath]: () => new Refusal(403, 'FORBIDDEN', 'Ask someone who manages this page.'),
    })
    await screen.findByRole('textbox', { name: 'Name' })
    await save()
    assert.ok(await screen.findByRole('alert'))
    assert.equal(closed(), 0)
  })
})
