import { createRoot } from 'react-dom/client'
import { RouterProvider } from 'react-router/dom'
import { Providers } from './app/providers.tsx'
import { createRouter } from './app/routes.tsx'
import './app/global.css'

const root = document.querySelector('#root')
if (root !== null) {
  createRoot(root).render(
    <Providers>
      <RouterProvider router={createRouter()} />
    </Providers>,
  )
}
