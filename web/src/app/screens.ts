import type { ComponentType } from 'react'
import type { AppAddress, MovedAddress } from '../../../server/http/app-addresses.ts'
import {
  IconActivity,
  IconCalendarEvent,
  IconFiles,
  IconGitPullRequest,
  IconHome,
  IconInbox,
  IconSparkles,
  IconTrash,
} from '../../vendor/icons/icons.ts'
import type { SettingsAddress } from '../settings/screens.ts'
import { t } from './messages.ts'

export type ScreenDefinition = {
  /** Each screen is loaded when it is first opened. */
  load: () => Promise<ComponentType>
  /** For people who are not signed in, or need not be. */
  isPublic?: true
  /** How the sidebar leads to it, above or below the tree of pages. */
  entry?: {
    label: () => string
    Icon: typeof IconHome
    position: 'top' | 'bottom'
    forWriters?: true
  }
}

/** The screen of each address. Those of settings are in a table of their own. */
export const screens: Record<
  Exclude<AppAddress, SettingsAddress | '/settings'>,
  ScreenDefinition
> = {
  '/': {
    load: async () => (await import('./home-route.tsx')).HomeRoute,
    entry: { label: () => t.home, Icon: IconHome, position: 'top' },
  },
  '/inbox': {
    load: async () => (await import('../inbox/inbox-screen.tsx')).InboxScreen,
    entry: { label: () => t.inbox, Icon: IconInbox, position: 'top' },
  },
  '/today': {
    load: async () => (await import('../templates/today-screen.tsx')).TodayScreen,
    entry: { label: () => t.today, Icon: IconCalendarEvent, position: 'top', forWriters: true },
  },
  '/search': { load: async () => (await import('../search/search-screen.tsx')).SearchScreen },
  '/library': {
    load: async () => (await import('../files/files-screen.tsx')).FilesScreen,
    entry: { label: () => t.files, Icon: IconFiles, position: 'bottom' },
  },
  '/proposals': {
    load: async () => (await import('../proposals/proposals-screen.tsx')).ProposalsScreen,
    entry: { label: () => t.proposals, Icon: IconGitPullRequest, position: 'bottom' },
  },
  '/skills': {
    load: async () => (await import('../skills/skills-screen.tsx')).SkillsScreen,
    entry: { label: () => t.skills, Icon: IconSparkles, position: 'bottom' },
  },
  '/activity': {
    load: async () => (await import('../activity/activity-screen.tsx')).ActivityScreen,
    entry: { label: () => t.activity, Icon: IconActivity, position: 'bottom' },
  },
  '/trash': {
    load: async () => (await import('../trash/trash-screen.tsx')).TrashScreen,
    entry: { label: () => t.trash, Icon: IconTrash, position: 'bottom' },
  },
  '/tags': { load: async () => (await import('../links/tags-screen.tsx')).TagsScreen },
  '/links': { load: async () => (await import('../links/upkeep-screen.tsx')).UpkeepScreen },
  '/unsent': { load: async () => (await import('../pages/unsent/unsent-screen.tsx')).UnsentScreen },
  '/pages/:pageId': { load: async () => (await import('./page-route.tsx')).PageRoute },
  '/pages/:pageId/history': {
    load: async () => (await import('../history/history-screen.tsx')).HistoryScreen,
  },
  '/pages/:pageId/suggest': {
    load: async () => (await import('./suggest-route.tsx')).SuggestRoute,
  },
  '/proposals/:proposalId': {
    load: async () => (await import('../proposals/proposal-screen.tsx')).ProposalScreen,
  },
  '/setup': { load: async () => (await import('../setup/setup.tsx')).Setup, isPublic: true },
  '/sign-in': { load: async () => (await import('../sign-in/sign-in.tsx')).SignIn, isPublic: true },
  '/join': { load: async () => (await import('../sign-in/join.tsx')).Join, isPublic: true },
  '/forgotten-password': {
    load: async () => (await import('../sign-in/forgotten-password.tsx')).ForgottenPassword,
    isPublic: true,
  },
  '/verify-email': {
    load: async () => (await import('../sign-in/verify-email.tsx')).VerifyEmail,
    isPublic: true,
  },
  '/confirmed': {
    load: async () => (await import('../sign-in/confirmed.tsx')).Confirmed,
    isPublic: true,
  },
  '/reset-password': {
    load: async () => (await import('../sign-in/reset-password.tsx')).ResetPassword,
    isPublic: true,
  },
  '/unsubscribe/:token': {
    load: async () => (await import('../sign-in/unsubscribe.tsx')).Unsubscribe,
    isPublic: true,
  },
  '/s/:linkId': {
    load: async () => (await import('./share-links/share-link-route.tsx')).ShareLinkRoute,
    isPublic: true,
  },
  '/s/:linkId/pages/:pageId': {
    load: async () => (await import('./share-links/share-link-route.tsx')).ShareLinkRoute,
    isPublic: true,
  },
}

/** Where the screens of earlier addresses are now. */
export const movedScreens: Record<MovedAddress, AppAddress> = {
  '/settings/meaning': '/settings/semantic-search',
}
