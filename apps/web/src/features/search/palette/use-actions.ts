import { CATALOGUES } from '@cairn/workspace/port/records/catalogues'
import { RESULT_TYPES } from '@cairn/workspace/port/search'
import { Download, Keyboard, LogIn, LogOut, Monitor, Moon, Plus, Sun } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { ASKS_FOR_EXPORT } from '@/catalogue/ask-for-export.ts'
import { startCreation } from '@/catalogue/form/creation.ts'
import { KINDS } from '@/catalogue/kinds.ts'
import { chooseTheme, useTheme } from '@/lib/browser/theme.ts'
import { useMe } from '@/queries/context.tsx'
import { useSessionStore } from '@/session/context.tsx'
import { showKeys } from '@/shared/keys.ts'
import { useIsFeatureOn } from '@/shared/use-is-feature-on.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { isRecord } from '../result-types.ts'
import type { Entry } from './entries.ts'

/** The actions that can be taken from every screen. */
export function useActions(): readonly Entry[] {
  return [...useCreations(), ...useExports(), ...useThemeChoices(), useKeysHelp(), useSessionEntry()]
}

/** New records, of the features that the account uses. */
function useCreations(): readonly Entry[] {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  const disabledReason = useRefusal()('create-record', null)
  return RESULT_TYPES.filter(isRecord)
    .filter((kind) => isOn(CATALOGUES[kind].feature))
    .map((kind) => {
      const { feature } = CATALOGUES[kind]
      return {
        id: `add-${feature}`,
        label: t(KINDS[kind].create.label),
        icon: Plus,
        keywords: t('New'),
        disabledReason,
        run: () => startCreation(kind),
      }
    })
}

/** Files of the catalogues that the account uses. The one on the screen is exported as its list is filtered. */
function useExports(): readonly Entry[] {
  const { t } = useTranslation()
  const isOn = useIsFeatureOn()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  return RESULT_TYPES.filter(isRecord)
    .filter((kind) => isOn(CATALOGUES[kind].feature))
    .map((kind) => {
      const { feature, path, title } = CATALOGUES[kind]
      const to = pathname === path ? { pathname, search } : path
      return {
        id: `export-${feature}`,
        label: t('Export: {{what}}', { what: t(title) }),
        icon: Download,
        keywords: 'CSV Excel XLSX JSON',
        run: () => void navigate(to, { state: ASKS_FOR_EXPORT }),
      }
    })
}

/** The themes, but for the one that is in force. */
function useThemeChoices(): readonly Entry[] {
  const { t } = useTranslation()
  const current = useTheme()
  const themes = [
    { theme: 'light', label: t('Use light theme'), icon: Sun },
    { theme: 'dark', label: t('Use dark theme'), icon: Moon },
    { theme: 'system', label: t('Use the theme of this device'), icon: Monitor },
  ] as const
  return themes
    .filter(({ theme }) => theme !== current)
    .map(({ theme, ...entry }) => ({
      ...entry,
      id: `theme-${theme}`,
      keywords: t('Appearance'),
      run: () => chooseTheme(theme),
    }))
}

function useKeysHelp(): Entry {
  const { t } = useTranslation()
  return {
    id: 'keys',
    label: t('Keyboard shortcuts'),
    icon: Keyboard,
    keywords: t('Keys, help'),
    run: showKeys,
  }
}

function useSessionEntry(): Entry {
  const { t } = useTranslation()
  const session = useSessionStore()
  return useMe().kind === 'member'
    ? {
        id: 'log-out',
        label: t('Log out'),
        icon: LogOut,
        keywords: t('Sign out'),
        run: () => void session.signOut(),
      }
    : {
        id: 'sign-in',
        label: t('Sign In / Sign Up'),
        icon: LogIn,
        run: session.leaveGuestMode,
      }
}
