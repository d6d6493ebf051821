import { type ComponentProps, type ReactNode, useState } from 'react'
import { part } from '@/lib/part.ts'
import { PressedPart } from '@/shared/parts/pressed-part.tsx'
import type { PermissionLevel, Person } from '@/workspace/port.ts'
import { AvatarButton } from './avatar-button.tsx'

const load = () => import('./account-menu-content.tsx')
const openPersonMenu = part(async () => (await load()).PersonMenu)
const openGuestMenu = part(async () => (await load()).GuestMenu)

/** Fetches the menu's code. */
export const preloadAccountMenu = openPersonMenu.preload

/** The menu behind the avatar of a signed-in user. */
export function PersonMenu({ person }: { person: Person }) {
  return (
    <LazyMenu name={person.name || person.email} src={person.avatarUrl}>
      <openPersonMenu.Component person={person} />
    </LazyMenu>
  )
}

/** The menu behind the avatar of a guest. */
export function GuestMenu({ level }: { level: PermissionLevel }) {
  return (
    <LazyMenu name="G" src={null}>
      <openGuestMenu.Component level={level} />
    </LazyMenu>
  )
}

interface LazyMenuProps extends Pick<ComponentProps<typeof AvatarButton>, 'name' | 'src'> {
  /** The menu, with a button of its own. */
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
    <PressedPart open fallback={button} onMissing={() => setOpened(false)}>
      {children}
    </PressedPart>
  )
}
