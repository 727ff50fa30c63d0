import { createBrowserRouter, Navigate, type RouteObject } from 'react-router'
import { PageSkeleton } from '../ui/page-skeleton.tsx'
import { Gate } from './gate.tsx'
import { Layout } from './layout.tsx'
import { NothingHere, RouteTrouble } from './trouble.tsx'

/** Each screen is loaded when first opened: one line per address. */
const screens: RouteObject[] = [
  { index: true, lazy: async () => ({ Component: (await import('../home/home.tsx')).Home }) },
  {
    path: 'settings',
    lazy: async () => ({ Component: (await import('../settings/settings.tsx')).Settings }),
    children: [
      { index: true, element: <Navigate to="/settings/profile" replace /> },
      {
        path: 'profile',
        lazy: async () => ({ Component: (await import('../settings/profile.tsx')).Profile }),
      },
      {
        path: 'security',
        lazy: async () => ({ Component: (await import('../settings/security.tsx')).Security }),
      },
      {
        path: 'api',
        lazy: async () => ({ Component: (await import('../settings/keys.tsx')).Keys }),
      },
      {
        path: 'workspace',
        lazy: async () => ({
          Component: (await import('../settings/workspace.tsx')).WorkspaceSettings,
        }),
      },
      {
        path: 'members',
        lazy: async () => ({ Component: (await import('../settings/members.tsx')).Members }),
      },
    ],
  },
  { path: '*', Component: NothingHere },
]

/** For people who are not signed in, or need not be. */
const doors: RouteObject[] = [
  { path: 'setup', lazy: async () => ({ Component: (await import('../setup/setup.tsx')).Setup }) },
  {
    path: 'sign-in',
    lazy: async () => ({ Component: (await import('../sign-in/sign-in.tsx')).SignIn }),
  },
  { path: 'join', lazy: async () => ({ Component: (await import('../sign-in/join.tsx')).Join }) },
  {
    path: 'forgotten-password',
    lazy: async () => ({
      Component: (await import('../sign-in/forgotten-password.tsx')).ForgottenPassword,
    }),
  },
  {
    path: 'reset-password',
    lazy: async () => ({
      Component: (await import('../sign-in/reset-password.tsx')).ResetPassword,
    }),
  },
]

export const routes: RouteObject[] = [
  {
    ErrorBoundary: RouteTrouble,
    HydrateFallback: PageSkeleton,
    children: [...doors, { Component: Gate, children: [{ Component: Layout, children: screens }] }],
  },
]

export function createRouter(): ReturnType<typeof createBrowserRouter> {
  return createBrowserRouter(routes)
}
