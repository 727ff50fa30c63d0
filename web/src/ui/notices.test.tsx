import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { QuireError } from '../../../client/errors.ts'
import { render, screen, waitFor } from '../../../test/support/web/screen.tsx'
import { loadErrorTexts } from '../lib/errors.ts'
import { confirm } from './forms/confirm.tsx'
import { ShareLink } from './forms/share-link.tsx'
import { Row } from './rows/row.tsx'
import { Rows } from './rows/rows.tsx'
import { EmptyState } from './screens/empty-state.tsx'
import { ErrorNotice } from './screens/error-notice.tsx'
import { HeaderContent, HeaderSlot, HeaderSlotProvider } from './screens/header-slot.tsx'
import { PageSkeleton } from './screens/page-skeleton.tsx'
import { Screen } from './screens/screen.tsx'

describe('ErrorNotice', () => {
  it('shows why, and tries again', async () => {
    await loadErrorTexts()
    let tries = 0
    const error = new QuireError('Wait a minute.', { code: 'RATE_LIMITED', status: 429 })
    render(<ErrorNotice error={error} retry={() => (tries += 1)} />)
    assert.match(screen.getByRole('alert').textContent ?? '', /Too many attempts/)
    await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
    assert.equal(tries, 1)
  })

  it('shows nothing of a fault of the app itself but what to do', () => {
    render(<ErrorNotice error={new TypeError('x is undefined')} />)
    const words = screen.getByRole('alert').textContent ?? ''
    assert.match(words, /Reload the page/)
    assert.doesNotMatch(words, /undefined/)
  })
})

describe('confirm', () => {
  it('does nothing until the person says so', async () => {
    const done: string[] = []
    const ask = () =>
      confirm({
        title: 'Remove?',
        body: 'For good.',
        label: 'Remove',
        onConfirm: () => done.push('x'),
      })
    render(<button onClick={ask}>Ask</button>)
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }))
    assert.deepEqual(done, [])
    await userEvent.click(screen.getByRole('button', { name: 'Ask' }))
    await userEvent.click(await screen.findByRole('button', { name: 'Remove' }))
    await waitFor(() => assert.deepEqual(done, ['x']))
  })
})

describe('Screen', () => {
  it('names the window after itself', () => {
    render(
      <Screen title="Trash" description="What was deleted">
        <EmptyState icon={<i />} title="Empty">
          Nothing was deleted.
        </EmptyState>
      </Screen>,
    )
    assert.equal(document.title, 'Trash · Quire')
    assert.ok(screen.getByRole('heading', { level: 1, name: 'Trash' }))
    assert.ok(screen.getByRole('heading', { level: 2, name: 'Empty' }))
  })
})

describe('HeaderContent', () => {
  it('stands in the bar, wherever it is written', () => {
    const { container } = render(
      <HeaderSlotProvider>
        <header>
          <HeaderSlot className="slot" />
        </header>
        <main>
          <HeaderContent>Breadcrumb</HeaderContent>
        </main>
      </HeaderSlotProvider>,
    )
    assert.equal(container.querySelector('header')?.textContent, 'Breadcrumb')
    assert.equal(container.querySelector('main')?.textContent, '')
  })
})

describe('PageSkeleton', () => {
  it('says that something is on its way', () => {
    render(<PageSkeleton lines={2} />)
    assert.equal(screen.getByRole('status').textContent, 'Loading…')
  })
})

describe('Rows', () => {
  it('are a named list', () => {
    render(
      <Rows label="Keys">
        <Row title="One" note="new" badge={<b>On</b>} action={<button>Revoke</button>} />
      </Rows>,
    )
    assert.ok(screen.getByRole('list', { name: 'Keys' }))
    assert.equal(screen.getByRole('listitem').textContent, 'OneOnnewRevoke')
  })
})

describe('ShareLink', () => {
  it('selects itself, to be copied by hand', async () => {
    render(<ShareLink url="http://quire.test/join#abc">Hand it over.</ShareLink>)
    const field = screen.getByRole<HTMLInputElement>('textbox', { name: 'Link' })
    await userEvent.click(field)
    assert.equal(field.selectionEnd, field.value.length)
  })
})
