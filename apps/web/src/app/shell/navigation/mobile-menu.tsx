import { LogIn, LogOut, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSessionStore } from '@/session/context.tsx'
import type { SessionState } from '@/session/session-state.ts'
import { Button } from '@/ui/button/button.tsx'
import { Drawer } from '@/ui/dialog/drawer.tsx'
import { Logo } from '@/ui/display/logo.tsx'
import { PRODUCT_NAME } from '@/ui/layout/page-title.tsx'
import { useNavEntries } from './nav-entries.ts'
import { NavList } from './nav-list.tsx'

interface MobileMenuProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  state: SessionState
}

/** The menu of narrow windows. It closes with every navigation. */
export function MobileMenu({ open, onOpenChange, state }: MobileMenuProps) {
  const { t } = useTranslation()
  const close = () => onOpenChange(false)
  return (
    <Drawer
      open={open}
      onOpenChange={onOpenChange}
      title={t('Menu')}
      head={
        <span className="flex items-center gap-2 font-semibold text-lg tracking-tight">
          <Logo />
          {PRODUCT_NAME}
        </span>
      }
      footer={<MenuFooter status={state.status} onNavigate={close} />}
    >
      <NavList label={t('Main')} entries={useNavEntries()} onNavigate={close} />
    </Drawer>
  )
}

interface MenuFooterProps {
  status: SessionState['status']
  onNavigate: () => void
}

/** The end of the menu: profile and sign-out for a user, sign-in for a guest or visitor. */
export function MenuFooter({ status, onNavigate }: MenuFooterProps) {
  const { t } = useTranslation()
  const session = useSessionStore()
  if (status === 'signed-in') {
    return (
      <div className="grid grid-cols-2 gap-2">
        <Button asChild variant="outline" onClick={onNavigate}>
          <Link to="/profile">
            <UserRound aria-hidden />
            {t('Profile')}
          </Link>
        </Button>
        <Button variant="outline" onClick={() => void session.signOut()}>
          <LogOut aria-hidden />
          {t('Sign out')}
        </Button>
      </div>
    )
  }
  if (status === 'guest') {
    return (
      <Button className="w-full" onClick={session.leaveGuestMode}>
        <LogIn aria-hidden />
        {t('Sign In / Sign Up')}
      </Button>
    )
  }
  return (
    <Button asChild className="w-full" onClick={onNavigate}>
      <Link to="/auth">{t('Sign In')}</Link>
    </Button>
  )
}
