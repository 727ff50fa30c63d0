import type { RouteObject } from 'react-router'

/** For people who are not signed in, or need not be. */
export const doorRoutes: RouteObject[] = [
  {
    path: 'setup',
    lazy: async () => ({ Component: (await import('../setup/setup.tsx')).Setup }),
  },
  {
    path: 'sign-in',
    lazy: async () => ({ Component: (await import('../sign-in/sign-in.tsx')).SignIn }),
  },
  {
    path: 'join',
    lazy: async () => ({ Component: (await import('../sign-in/join.tsx')).Join }),
  },
  {
    path: 'forgotten-password',
    lazy: async () => ({
      Component: (await import('../sign-in/forgotten-password.tsx')).ForgottenPassword,
    }),
  },
  {
    path: 'verify-email',
    lazy: async () => ({
      Component: (await import('../sign-in/verify-email.tsx')).VerifyEmail,
    }),
  },
  {
    path: 'confirmed',
    lazy: async () => ({ Component: (await import('../sign-in/confirmed.tsx')).Confirmed }),
  },
  {
    path: 'reset-password',
    lazy: async () => ({
      Component: (await import('../sign-in/reset-password.tsx')).ResetPassword,
    }),
  },
]
