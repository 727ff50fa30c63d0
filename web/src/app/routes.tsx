import type { ComponentType } from 'react'
import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { settingsScreens } from '../settings/screens.ts'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { NotFoundScreen, RouteErrorScreen, FrameErrorScreen } from './error-screen.tsx'
import { RequireAuth } from './require-auth.tsx'
import { movedScreens, screens } from './screens.ts'

const settingsRoutes: RouteObject = {
  path: '/settings',
  lazy: async () => ({ Component: (await import('../settings/settings.tsx')).Settings }),
  children: [
    { index: true, element: <Navigate to="/settings/profile" replace /> },
    ...routesOf(Object.entries(settingsScreens)),
  ],
}

/** Who is not signed in yet needs nothing of it. */
const frame: RouteObject = {
  lazy: async () => ({ Component: (await import('./layout.tsx')).Frame }),
  children: [
    {
      ErrorBoundary: FrameErrorScreen,
      children: [
        ...routesOf(Object.entries(screens).filter(([, { isPublic }]) => isPublic !== true)),
        settingsRoutes,
        ...Object.entries(movedScreens).map(([path, to]) => ({
          path,
          element: <Navigate to={to} replace />,
        })),
        { path: '*', Component: NotFoundScreen },
      ],
    },
  ],
}

export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteErrorScreen,
    HydrateFallback: PageSkeleton,
    children: [
      ...routesOf(Object.entries(screens).filter(([, { isPublic }]) => isPublic === true)),
      { Component: RequireAuth, children: [frame] },
    ],
  },
]

export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(routes)
}

type Loaded = { load: () => Promise<ComponentType> }

function routesOf(entries: readonly [string, Loaded][]): RouteObject[] {
  return entries.map(([path, { load }]) => ({
    path,
    lazy: async () => ({ Component: await load() }),
  }))
}
