import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { fireEvent, Refusal, screen, waitFor, within } from '../../../test/support/web/screen.tsx'
import { inputsOf, renderSignedIn } from '../../../test/support/web/signed-in.tsx'
import { PropertiesPanel } from './properties-panel.tsx'
import type { PageProperties, Property } from './property-queries.ts'

const path = '/v1/pages/properties'
const setPath = '/v1/pages/set-properties'

const property = (key: string, change: Partial<Property> = {}): Property => ({
  key,
  type: 'text',
  value: `value of ${key}`,
  yaml: null,
  ...change,
})

function answer(properties: Property[], change: Partial<PageProperties> = {}): PageProperties {
  return {
    version: 3,
    source: null,
    properties,
    schema: [],
    sectionId: null,
    errors: [],
    people: [],
    pages: [],
    ...change,
  }
}

type Options = { isEditable?: boolean; canManage?: boolean; answers?: object }

function show(data: PageProperties, options: Options = {}) {
  const { isEditable = true, canManage = false, answers = {} } = options
  return renderSignedIn(
    <PropertiesPanel workspaceId="w1" pageId="p1" isEditable={isEditable} canManage={canManage} />,
    {
      answers: {
        [path]: () => data,
        [setPath]: () => ({ version: 4 }),
        '/v1/properties/keys': () => ({
          keys: [
            { key: 'status', types: ['select', 'text'], pages: 4 },
            { key: 'a', types: ['text'], pages: 1 },
          ],
        }),
        '/v1/properties/values': () => ({
          values: [
            { type: 'text', value: 'Done', pages: 2 },
            { type: 'text', value: 'Later', pages: 1 },
          ],
        }),
        '/app/members/list': () => ({ members: [] }),
        ...answers,
      },
    },
  )
}

const changes = (shown: ReturnType<typeof show>) =>
  inputsOf(shown.asked, setPath).map((input) => {
    const { workspaceId: _workspace, pageId: _page, ...change } = Object(input)
    return change
  })

describe('the properties of a page', () => {
  it('say when a change failed', async () => {
    show(answer([property('a')]), {
      answers: { [setPath]: () => new Refusal(403, 'FORBIDDEN', 'You cannot change this page.') },
    })
    const field = await screen.findByRole('textbox', { name: 'a' })
    await userEvent.clear(field)
    await userEvent.type(field, 'new{Enter}')
    assert.ok(await screen.findByText('Could not change the properties'))
  })

  it('show nothing to readers where there are none', async () => {
    const shown = show(answer([]), { isEditable: false })
    await waitFor(() => assert.equal(inputsOf(shown.asked, path).length, 1))
    assert.equal(screen.queryByRole('region', { name: 'Properties' }), null)
  })

  it('show only a button to writers where there are none', async () => {
    show(answer([]))
    const panel = await screen.findByRole('region', { name: 'Properties' })
    assert.equal(within(panel).getAllByRole('button').length, 1)
    assert.ok(within(panel).getByRole('button', { name: 'Add property' }))
  })

  it('show readers values without fields', async () => {
    show(
      answer([
        property('text'),
        property('done', { type: 'checkbox', value: true }),
        property('open', { type: 'checkbox', value: false }),
        property('site', { type: 'url', value: 'https://example.com/' }),
        property('tags', { type: 'multi-select', value: ['a', 'b'] }),
        property('bad', { type: 'url', value: 'javascript:alert(1)' }),
        property('deep', { value: null, yaml: 'x: 1' }),
      ]),
      { isEditable: false },
    )
    assert.ok(await screen.findByText('value of text'))
    assert.ok(screen.getByText('Yes'))
    assert.ok(screen.getByText('No'))
    assert.ok(screen.getByText('a'))
    assert.ok(screen.getByText('x: 1'))
    const links = screen.getAllByRole('link')
    assert.deepEqual(
      links.map((link) => link.getAttribute('href')),
      ['https://example.com/'],
    )
    assert.equal(screen.queryByRole('textbox'), null)
    assert.equal(screen.queryByRole('button'), null)
  })

  it('name people and pages, and no page that the reader cannot read', async () => {
    show(
      answer(
        [
          property('lead', { type: 'person', value: 'u1' }),
          property('see', { type: 'page', value: ['p2', 'p3'] }),
        ],
        {
          people: [{ id: 'u1', name: 'Ada Lovelace' }],
          pages: [{ id: 'p2', title: 'Roadmap', icon: '🌱' }],
        },
      ),
      { isEditable: false },
    )
    assert.ok(await screen.findByText('Ada Lovelace'))
    const link = screen.getByRole('link', { name: '🌱 Roadmap' })
    assert.equal(link.getAttribute('href'), '/pages/p2')
    assert.ok(screen.getByText('…'))
  })
})

describe('the fields of properties', () => {
  it('save a text with Enter, and nothing with Escape or without a change', async () => {
    const shown = show(answer([property('a')]))
    const field = await screen.findByRole('textbox', { name: 'a' })
    await userEvent.type(field, ' more{Escape}')
    assert.equal(field instanceof HTMLTextAreaElement && field.value, 'value of a')
    await userEvent.click(field)
    await userEvent.tab()
    assert.deepEqual(changes(shown), [])
    await userEvent.type(field, ' more{Enter}')
    await waitFor(() => assert.deepEqual(changes(shown), [{ set: { a: 'value of a more' } }]))
  })

  it('save numbers as numbers, and what is none as text', async () => {
    const shown = show(answer([property('size', { type: 'number', value: 1 })]))
    const field = await screen.findByRole('textbox', { name: 'size' })
    await userEvent.clear(field)
    await userEvent.type(field, '1,5{Enter}')
    await waitFor(() => assert.deepEqual(changes(shown), [{ set: { size: 1.5 } }]))
    await userEvent.clear(field)
    await userEvent.type(field, 'much{Enter}')
    await waitFor(() => assert.deepEqual(changes(shown).at(-1), { set: { size: 'much' } }))
    await userEvent.clear(field)
    await userEvent.tab()
    await waitFor(() => assert.deepEqual(changes(shown).at(-1), { set: { size: null } }))
  })

  it('save a checkbox, which shows the mark at once', async () => {
    const shown = show(answer([property('done', { type: 'checkbox', value: false })]))
    const checkbox = await screen.findByRole<HTMLInputElement>('checkbox', { name: 'done' })
    fireEvent.click(checkbox)
    assert.ok(checkbox.checked)
    await waitFor(() => assert.deepEqual(changes(shown), [{ set: { done: true } }]))
  })

  it('choose an option in use, create one, and remove one', async () => {
    const shown = show(answer([property('tags', { type: 'multi-select', value: ['a'] })]))
    const field = await screen.findByRole('textbox', { name: 'tags' })
    await userEvent.click(field)
    await userEvent.click(await screen.findByRole('option', { name: 'Done' }))
    await waitFor(() => assert.deepEqual(changes(shown), [{ set: { tags: ['a', 'Done'] } }]))
    await userEvent.type(field, 'Never')
    await userEvent.click(await screen.findByRole('option', { name: 'Create “Never”' }))
    await waitFor(() => {
      const { tags } = Object(changes(shown).at(-1)).set
      assert.ok(Array.isArray(tags) && tags.includes('Never'))
    })
    await userEvent.click(screen.getByRole('button', { name: 'Remove a' }))
    await waitFor(() => {
      const { tags } = Object(changes(shown).at(-1)).set
      assert.ok(Array.isArray(tags) && !tags.includes('a'))
    })
  })

  it('send people with their type', async () => {
    const member = { id: 'u2', firstName: 'Bo', lastName: 'Diaz' }
    const shown = show(answer([property('lead', { type: 'person', value: null })]), {
      answers: { '/app/members/list': () => ({ members: [member] }) },
    })
    await userEvent.click(await screen.findByRole('textbox', { name: 'lead' }))
    await userEvent.click(await screen.findByRole('option', { name: 'Bo Diaz' }))
    await waitFor(() => {
      assert.deepEqual(changes(shown), [{ set: { lead: { type: 'person', value: 'u2' } } }])
    })
  })

  it('show what does not fit the schema', async () => {
    show(
      answer([property('status', { type: 'select', value: 'Doing' })], {
        schema: [
          { key: 'status', type: 'select', options: [{ name: 'Done', color: 'green' }] },
          { key: 'size', type: 'number' },
          { key: 'due', type: 'date', required: true },
        ],
        errors: [
          { key: 'status', problem: 'option', message: '' },
          { key: 'size', problem: 'type', message: '' },
          { key: 'due', problem: 'required', message: '' },
        ],
      }),
    )
    assert.ok(await screen.findByText('This value is not one of the options.'))
    assert.ok(screen.getByText('This value does not fit the type Number.'))
    assert.ok(screen.getByText('A value is required.'))
    const field = screen.getByRole('textbox', { name: 'size' })
    const description = field.getAttribute('aria-describedby') ?? ''
    assert.match(document.getElementById(description)?.textContent ?? '', /Number/)
  })
})

describe('the menu of a property', () => {
  const data = answer([property('a'), property('b'), property('c')])
  const open = async (key: string) =>
    userEvent.click(await screen.findByRole('button', { name: `Options of ${key}` }))
  const choose = async (name: string) =>
    userEvent.click(await screen.findByRole('menuitem', { name }))

  it('moves a property', async () => {
    const shown = show(data)
    await open('c')
    await choose('Move up')
    await waitFor(() => assert.deepEqual(changes(shown), [{ move: { key: 'c', after: 'a' } }]))
  })

  it('moves a property by keyboard, and not beyond the ends', async () => {
    const shown = show(data)
    const name = await screen.findByRole('button', { name: 'Options of a' })
    name.focus()
    await userEvent.keyboard('{Alt>}{ArrowUp}{/Alt}')
    assert.deepEqual(changes(shown), [])
    await userEvent.keyboard('{Alt>}{ArrowDown}{/Alt}')
    await waitFor(() => assert.deepEqual(changes(shown), [{ move: { key: 'a', after: 'b' } }]))
  })

  it('removes a property', async () => {
    const shown = show(data)
    await open('b')
    await choose('Remove')
    await waitFor(() => assert.deepEqual(changes(shown), [{ remove: ['b'] }]))
  })

  it('renames a property, and not to a name that is taken', async () => {
    const shown = show(data)
    await open('b')
    await choose('Rename')
    const field = await screen.findByRole('textbox', { name: 'New name of b' })
    await userEvent.clear(field)
    await userEvent.type(field, 'a')
    assert.ok(screen.getByText('This page already has a property with this name.'))
    await userEvent.type(field, 'bc{Enter}')
    await waitFor(() => assert.deepEqual(changes(shown), [{ rename: { b: 'abc' } }]))
  })

  it('changes the type where no schema decides', async () => {
    show(answer([property('a', { value: null })]))
    await open('a')
    await choose('Checkbox')
    assert.ok(await screen.findByRole('checkbox', { name: 'a' }))
  })

  it('offers no type where the schema decides', async () => {
    show(answer([property('a')], { schema: [{ key: 'a', type: 'text' }] }))
    await open('a')
    await screen.findByRole('menuitem', { name: 'Rename' })
    assert.equal(screen.queryByRole('menuitem', { name: 'Checkbox' }), null)
  })
})

describe('a new property', () => {
  const open = async () =>
    userEvent.click(await screen.findByRole('button', { name: 'Add property' }))
  const name = () => screen.findByRole('combobox', { name: 'Name' })

  it('takes the type of its key in use', async () => {
    const shown = show(answer([]))
    await open()
    await userEvent.type(await name(), 'status')
    const type = screen.getByRole('combobox', { name: 'Type' })
    await waitFor(() => assert.ok(type instanceof HTMLSelectElement && type.value === 'select'))
    await userEvent.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => assert.deepEqual(changes(shown), [{ set: { status: null } }]))
  })

  it('starts a checkbox as false', async () => {
    const shown = show(answer([]))
    await open()
    await userEvent.type(await name(), 'done')
    await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Type' }), 'checkbox')
    await userEvent.click(screen.getByRole('button', { name: 'Add' }))
    await waitFor(() => assert.deepEqual(changes(shown), [{ set: { done: false } }]))
  })

  it('is not added twice', async () => {
    const shown = show(answer([property('a')]))
    await open()
    await userEvent.type(await name(), 'a')
    assert.ok(await screen.findByText('This page already has a property with this name.'))
    const add = screen.getByRole('button', { name: 'Add' })
    assert.ok(add.hasAttribute('disabled'))
    assert.deepEqual(changes(shown), [])
  })

  it('lets only those who manage the section change its properties', async () => {
    show(answer([]))
    await open()
    await name()
    assert.equal(screen.queryByRole('button', { name: /all pages here/ }), null)
  })
})
