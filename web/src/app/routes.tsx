import { createBrowserRouter, type RouteObject } from 'react-router'
import { PageSkeleton } from '../ui/screens/page-skeleton.tsx'
import { doorRoutes } from './door-routes.tsx'
import { Gate } from './gate.tsx'
import { settingsRoutes } from './settings-routes.tsx'
import { NothingHere, RouteTrouble, ScreenTrouble } from './trouble.tsx'

/** Each screen is loaded when first opened: one line per address. */
const screens: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('./home-route.tsx')).HomeRoute }) },
  {
    path: 'search',
    lazy: async () => ({ Component: (await import('../search/search-screen.tsx')).SearchScreen }),
  },
  {
    path: 'library',
    lazy: async () => ({ Component: (await import('../files/files-screen.tsx')).FilesScreen }),
  },
  {
    path: 'trash',
    lazy: async () => ({ Component: (await import('../trash/trash-screen.tsx')).TrashScreen }),
  },
  {
    path: 'skills',
    lazy: async () => ({ Component: (await import('../skills/skills-screen.tsx')).SkillsScreen }),
  },
  {
    path: 'unsent',
    lazy: async () => ({
      Component: (await import('../pages/unsent/unsent-screen.tsx')).UnsentScreen,
    }),
  },
  {
    path: 'pages/:pageId',
    lazy: async () => ({ Component: (await import('./page-route.tsx')).PageRoute }),
  },
  {
    path: 'pages/:pageId/history',
    lazy: async () => ({
      Component: (await import('../history/history-screen.tsx')).HistoryScreen,
    }),
  },
  settingsRoutes,
  { path: '*', Component: NothingHere },
]

/** Who is not signed in yet needs nothing of it. */
const frame: RouteObject = {
  lazy: async () => ({ Component: (await import('./layout.tsx')).Layout }),
  children: [{ ErrorBoundary: ScreenTrouble, children: screens }],
}

export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteTrouble,
    HydrateFallback: PageSkeleton,
    children: [...doorRoutes, { Component: Gate, children: [frame] }],
  },
]

export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(routes)
}
