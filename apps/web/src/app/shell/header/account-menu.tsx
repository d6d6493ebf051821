import type { PermissionLevel, Person } from '@cairn/workspace/port/workspace'
import { LogIn, LogOut, Settings, UserRound } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { useSessionStore } from '@/session/context.tsx'
import { permissionLabel } from '@/shared/people/permission-label.ts'
import {
  DropdownMenu,
  DropdownMenuContent,
  DropdownMenuItem,
  DropdownMenuLabel,
  DropdownMenuSeparator,
  DropdownMenuTrigger,
} from '@/ui/floating/dropdown-menu.tsx'
import { AvatarButton } from './avatar-button.tsx'

/** The menu behind the avatar of a signed-in user. */
export function PersonMenu({ person }: { person: Person }) {
  const { t } = useTranslation()
  const session = useSessionStore()
  const name = person.name || person.email
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <AvatarButton name={name} src={person.avatarUrl} />
      </DropdownMenuTrigger>
      <DropdownMenuContent inPlace>
        <DropdownMenuLabel>
          <span className="block truncate font-medium">{name}</span>
          {person.name && (
            <span className="block truncate text-muted-foreground text-xs">{person.email}</span>
          )}
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem asChild>
          <Link to="/profile">
            <UserRound aria-hidden />
            {t('Profile')}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuItem asChild>
          <Link to="/settings">
            <Settings aria-hidden />
            {t('Settings')}
          </Link>
        </DropdownMenuItem>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={() => void session.signOut()}>
          <LogOut aria-hidden />
          {t('Log out')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}

/** The menu behind the avatar of a guest. */
export function GuestMenu({ level }: { level: PermissionLevel }) {
  const { t } = useTranslation()
  const session = useSessionStore()
  return (
    <DropdownMenu>
      <DropdownMenuTrigger asChild>
        <AvatarButton name="G" src={null} />
      </DropdownMenuTrigger>
      <DropdownMenuContent inPlace>
        <DropdownMenuLabel>
          <span className="block font-medium">{t('Guest User')}</span>
          <span className="block text-muted-foreground text-xs">{permissionLabel(level, t)}</span>
        </DropdownMenuLabel>
        <DropdownMenuSeparator />
        <DropdownMenuItem onSelect={session.leaveGuestMode}>
          <LogIn aria-hidden />
          {t('Sign In / Sign Up')}
        </DropdownMenuItem>
      </DropdownMenuContent>
    </DropdownMenu>
  )
}
