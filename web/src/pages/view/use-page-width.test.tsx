import { beforeEach, describe, it } from 'node:test'
import { userEvent } from '@testing-library/user-event'
import { render, screen } from '../../../../test/support/web/screen.tsx'
import { usePageWidth } from './use-page-width.ts'

function Page({ id }: { id: string }) {
  const { isWide, toggleWide } = usePageWidth(id)
  return (
    <button type="button" onClick={toggleWide}>
      {id} {isWide ? 'wide' : 'narrow'}
    </button>
  )
}

describe('the width of a page', () => {
  beforeEach(() => localStorage.clear())

  it('is remembered by page in the browser', async () => {
    const { unmount } = render(
      <>
        <Page id="p1" />
        <Page id="p2" />
      </>,
    )
    await userEvent.click(screen.getByText('p1 narrow'))
    screen.getByText('p1 wide')
    screen.getByText('p2 narrow')
    unmount()
    render(<Page id="p1" />)
    await userEvent.click(screen.getByText('p1 wide'))
    screen.getByText('p1 narrow')
  })

  it('is forgotten for the pages chosen long ago', async () => {
    const pages = Array.from({ length: 500 }, (_, index) => `q${index}`)
    localStorage.setItem('quire.wide-pages', JSON.stringify(pages))
    render(
      <>
        <Page id="p1" />
        <Page id="q0" />
        <Page id="q1" />
      </>,
    )
    await userEvent.click(screen.getByText('p1 narrow'))
    screen.getByText('p1 wide')
    screen.getByText('q0 narrow')
    screen.getByText('q1 wide')
  })
})
