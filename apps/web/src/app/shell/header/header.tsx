import { Menu, PanelLeft, Search, Settings } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { chordLabel } from '@/lib/browser/key-chord.ts'
import { useMe } from '@/queries/context.tsx'
import type { SessionState } from '@/session/session-state.ts'
import { Button } from '@/ui/button/button.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Badge } from '@/ui/display/badge.tsx'
import { Kbd } from '@/ui/display/kbd.tsx'
import { Logo } from '@/ui/display/logo.tsx'
import { PRODUCT_NAME } from '@/ui/layout/page-title.tsx'
import { AccountBrand } from './account-brand.tsx'
import { GuestMenu, PersonMenu } from './account-menu.tsx'
import { HeaderLink } from './header-link.tsx'
import { NotificationBell } from './notification-bell.tsx'
import { PermissionBadge } from './permission-badge.tsx'
import { QuickSearch } from './quick-search.tsx'

interface HeaderProps {
  state: SessionState
  onOpenMenu: () => void
  onOpenPalette: () => void
  onToggleSidebar: () => void
}

/** The bar at the top: the account, the search and the menu of the user or guest. */
export function Header({ state, onOpenMenu, onOpenPalette, onToggleSidebar }: HeaderProps) {
  const { t } = useTranslation()
  const { account } = useMe()
  return (
    <header className="sticky top-0 z-30 flex h-16 items-center gap-3 border-b bg-background pr-4 pl-2">
      <IconButton icon={Menu} label={t('Open menu')} onClick={onOpenMenu} className="md:hidden" />
      <IconButton
        icon={PanelLeft}
        label={t('Toggle sidebar')}
        shortcut={<Kbd>{chordLabel('B', navigator.platform)}</Kbd>}
        side="bottom"
        onClick={onToggleSidebar}
        className="max-md:hidden"
      />
      <div className="flex min-w-0 items-center gap-2.5">
        <Link
          to="/"
          className="flex shrink-0 items-center gap-2 rounded-md font-semibold text-lg tracking-tight"
        >
          <Logo />
          <span className="max-[399px]:sr-only">{PRODUCT_NAME}</span>
        </Link>
        {account && <AccountBrand account={account} />}
      </div>
      <div className="flex flex-1 justify-center">
        <QuickSearch onOpenPalette={onOpenPalette} />
      </div>
      <div className="flex shrink-0 items-center gap-1">
        <HeaderLink to="/search" label={t('Search')} className="md:hidden">
          <Search />
        </HeaderLink>
        <AccountArea state={state} />
      </div>
    </header>
  )
}

function AccountArea({ state }: { state: SessionState }) {
  const { t } = useTranslation()
  const { permissionLevel } = useMe()
  if (state.status === 'signed-in') {
    return (
      <>
        <NotificationBell />
        <HeaderLink to="/settings" label={t('Settings')} className="max-md:hidden">
          <Settings />
        </HeaderLink>
        {state.membership && (
          <span className="mx-1 flex max-[359px]:sr-only">
            <span className="sr-only">{t('Permission Level')}</span>
            <PermissionBadge level={permissionLevel} />
          </span>
        )}
        <PersonMenu person={state.person} />
      </>
    )
  }
  if (state.status === 'guest') {
    return (
      <>
        <Badge variant="secondary">{t('Guest Mode')}</Badge>
        <GuestMenu level={permissionLevel} />
      </>
    )
  }
  return (
    <Button asChild>
      <Link to="/auth">{t('Sign In')}</Link>
    </Button>
  )
}
