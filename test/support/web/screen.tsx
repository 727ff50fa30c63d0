import { MantineProvider } from '@mantine/core'
import { ModalsProvider } from '@mantine/modals'
import { cleanNotifications, Notifications } from '@mantine/notifications'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { act, type RenderResult, render as renderBare } from '@testing-library/react'
import type { ReactElement, ReactNode } from 'react'
import { createMemoryRouter, type RouteObject } from 'react-router'
import { RouterProvider } from 'react-router/dom'
import { closeDialogByEscape } from '../../../web/src/ui/forms/escape-key.ts'
import { replaceFetch } from '../processes/replace.ts'

export { act, fireEvent, screen, waitFor, within } from '@testing-library/react'

/** Escape closes dialogs as in the app. */
const theme = { components: { Modal: { defaultProps: { closeOnEscape: false } } } }
addEventListener('keydown', closeDialogByEscape, { capture: true })

type Shown = RenderResult & { address: () => string }

/** Shows an element, or routes, with the providers of the app around it, at an address. */
export function render(
  shown: ReactElement | RouteObject[],
  { at = '/' }: { at?: string | { pathname: string; state: unknown } } = {},
): Shown {
  cleanNotifications()
  // Timers that throw away what nobody looks at would keep the test alive.
  const queryClient = new QueryClient({
    defaultOptions: {
      queries: { retry: false, gcTime: Infinity },
      mutations: { gcTime: Infinity },
    },
  })
  const routes = Array.isArray(shown) ? shown : [{ path: '*', element: shown }]
  const router = createMemoryRouter(routes, { initialEntries: [at] })
  const wrapper = ({ children }: { children: ReactNode }) => (
    <MantineProvider env="test" theme={theme}>
      <QueryClientProvider client={queryClient}>
        <ModalsProvider>
          <Notifications />
          {children}
        </ModalsProvider>
      </QueryClientProvider>
    </MantineProvider>
  )
  const result = renderBare(<RouterProvider router={router} />, { wrapper })
  return Object.assign(result, { address: () => router.state.location.pathname })
}

type Answers = Record<string, (input: Record<string, unknown>) => unknown>
export type Asked = { path: string; input: Record<string, unknown> }

/** Stands for the server: by path what it answers. Gives what was asked, as it is asked. */
export function answer(answers: Answers): Asked[] {
  const asked: Asked[] = []
  replaceFetch(async (request, init) => {
    const path = new URL(request instanceof Request ? request.url : request).pathname
    const input = JSON.parse(typeof init?.body === 'string' ? init.body : '{}')
    asked.push({ path, input })
    const answer =
      (await answers[path]?.(input)) ?? new Refusal(404, 'NOT_FOUND', `Nothing answers ${path}.`)
    if (answer instanceof Refusal) return Response.json(answer.body, { status: answer.status })
    return Response.json(answer)
  })
  return asked
}

/** What the server says no with. */
export class Refusal {
  readonly status: number
  readonly body: { code: string; message: string; errors: readonly object[] }

  constructor(status: number, code: string, message: string, errors: readonly object[] = []) {
    this.status = status
    this.body = { code, message, errors }
  }
}

/** Lets everything that is under way come to its end. */
export async function waitUntilIdle(): Promise<void> {
  await act(() => new Promise((resolve) => setTimeout(resolve, 20)))
}
