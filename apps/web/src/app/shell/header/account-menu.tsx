import type { PermissionLevel, Person } from '@cairn/workspace/port/workspace'
import { type ComponentProps, type ReactNode, useState } from 'react'
import { lazy } from '@/lib/loading/lazy.ts'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { AvatarButton } from './avatar-button.tsx'

const content = lazy(() => import('./account-menu-content.tsx'))
const personMenu = lazyComponent(content.load, (code) => code.PersonMenu)
const guestMenu = lazyComponent(content.load, (code) => code.GuestMenu)

/** Fetches the menu's code. */
export const preloadAccountMenu = personMenu.preload

/** The menu behind the avatar of a signed-in user. */
export function PersonMenu({ person }: { person: Person }) {
  return (
    <LazyMenu name={person.name || person.email} src={person.avatarUrl}>
      <personMenu.Component person={person} />
    </LazyMenu>
  )
}

/** The menu behind the avatar of a guest. */
export function GuestMenu({ level }: { level: PermissionLevel }) {
  return (
    <LazyMenu name="G" src={null}>
      <guestMenu.Component level={level} />
    </LazyMenu>
  )
}

interface LazyMenuProps extends Pick<ComponentProps<typeof AvatarButton>, 'name' | 'src'> {
  /** The menu, with a separate button. */
  children: ReactNode
}

/** A button in place of the menu. A press fetches the menu's code, where it is not here yet, and opens the menu. */
function LazyMenu({ name, src, children }: LazyMenuProps) {
  const [isOpened, setOpened] = useState(false)
  const button = (
    <AvatarButton
      name={name}
      src={src}
      aria-expanded={false}
      onPointerEnter={preloadAccountMenu}
      onFocus={preloadAccountMenu}
      onClick={() => setOpened(true)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') setOpened(true)
      }}
    />
  )
  if (!isOpened) return button
  return (
    <PressBoundary open fallback={button} onMissing={() => setOpened(false)}>
      {children}
    </PressBoundary>
  )
}
