import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './app/providers.tsx'
import { createRouter } from './app/routes.tsx'
import { startLanguage } from './lib/language.ts'
import './app/global.css'

async function start(root: Element): Promise<void> {
  await startLanguage()
  createRoot(root).render(
    <Providers>
      <RouterProvider router={createRouter()} />
    </Providers>,
  )
}

const root = document.querySelector('#root')
if (root !== null) void start(root)
