import { loadedCatalogues } from '../../../../messages/catalogue.ts'
import {
  IconDeviceDesktop,
  IconFilePlus,
  IconHash,
  IconKeyboard,
  IconLink,
  IconLogout,
  IconMoon,
  IconSettings,
  IconSun,
} from '../../../vendor/icons/icons.ts'
import { t as linkTexts } from '../../links/messages.ts'
import type { PaletteAction } from '../../search/actions.ts'
import { t as settingsTexts } from '../../settings/messages.ts'
import { isShown, type SettingsScreenDefinition, settingsScreens } from '../../settings/screens.ts'
import { t as appTexts } from '../messages.ts'
import { type ScreenDefinition, screens } from '../screens.ts'
import { showShortcuts } from '../shortcuts.tsx'
import type { ActionContext } from './context.ts'
import { createPage } from './create-page.ts'
import { t } from './messages.ts'

const englishScreens: Record<string, string> = {
  '/': 'home start',
  '/today': 'today daily page',
  '/library': 'files library uploads',
  '/skills': 'skills agents',
  '/trash': 'trash deleted bin',
}

/** The screens of the workspace and of its settings. */
export function screenActions({ go, rights }: ActionContext): PaletteAction[] {
  const main = Object.entries<ScreenDefinition>(screens).flatMap(([to, { entry }]) =>
    entry === undefined || (entry.forWriters === true && !rights.canCreate)
      ? []
      : [
          {
            id: `screen-${to}`,
            label: entry.label(),
            english: englishScreens[to] ?? '',
            Icon: entry.Icon,
            run: () => go(to),
          },
        ],
  )
  const linked = [
    { to: '/tags', label: linkTexts.tagsTitle, english: 'tags', Icon: IconHash },
    { to: '/links', label: linkTexts.title, english: 'links broken orphans', Icon: IconLink },
  ].map(({ to, ...action }) => ({ ...action, id: `screen-${to}`, run: () => go(to) }))
  const english = loadedCatalogues().get('settings')
  const settings = Object.entries<SettingsScreenDefinition>(settingsScreens).flatMap(
    ([to, { entry }]) => {
      if (entry === undefined) return []
      if (!isShown(entry, rights)) return []
      if (entry.group === 'administration' && !rights.isAdministrator) return []
      const label = t.settingsOf({ name: settingsTexts[entry.label] })
      const words = `settings ${english?.[entry.label] ?? ''}`
      return [{ id: `screen-${to}`, label, english: words, Icon: entry.Icon, run: () => go(to) }]
    },
  )
  return [...main, ...linked, ...settings]
}

/** What can be done on every screen. */
export function commonActions(context: ActionContext): PaletteAction[] {
  const { go, rights, setColorScheme, signOut } = context
  const create: PaletteAction = {
    id: 'new-page',
    label: t.newPage,
    english: 'new page create',
    Icon: IconFilePlus,
    run: () => void createPage(context, null),
  }
  return [
    ...(rights.canCreate ? [create] : []),
    {
      id: 'settings',
      label: appTexts.settings,
      english: 'settings preferences profile',
      Icon: IconSettings,
      run: () => go('/settings'),
    },
    {
      id: 'dark',
      label: t.dark,
      english: 'dark theme mode',
      Icon: IconMoon,
      run: () => setColorScheme('dark'),
    },
    {
      id: 'light',
      label: t.light,
      english: 'light theme mode',
      Icon: IconSun,
      run: () => setColorScheme('light'),
    },
    {
      id: 'system',
      label: t.system,
      english: 'system theme mode',
      Icon: IconDeviceDesktop,
      run: () => setColorScheme('auto'),
    },
    {
      id: 'shortcuts',
      label: appTexts.keyboardShortcuts,
      english: 'keyboard shortcuts keys help',
      Icon: IconKeyboard,
      run: showShortcuts,
    },
    {
      id: 'sign-out',
      label: appTexts.signOut,
      english: 'sign out log out',
      Icon: IconLogout,
      run: signOut,
    },
  ]
}
