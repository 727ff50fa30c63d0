import { MantineProvider } from '@mantine/core'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { type RenderResult, render as renderBare } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { createMemoryRouter } from 'react-router'
import { RouterProvider } from 'react-router/dom'

export { act, screen, waitFor, within } from '@testing-library/react'

/** Shows an element with the providers of the app around it, at an address. */
export function render(element: ReactElement, { at = '/' }: { at?: string } = {}): RenderResult {
  // Forgetting what was read after some minutes would keep a test alive as long.
  const queries = { retry: false, gcTime: Number.POSITIVE_INFINITY }
  const queryClient = new QueryClient({ defaultOptions: { queries } })
  const router = createMemoryRouter([{ path: '*', element }], { initialEntries: [at] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider env="test">
      <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
    </MantineProvider>
  )
  return renderBare(<RouterProvider router={router} />, { wrapper })
}
