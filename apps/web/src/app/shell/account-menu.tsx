import { type ComponentProps, lazy, type ReactNode, Suspense, useState } from 'react'
import type { PermissionLevel, Person } from '@/workspace/port.ts'
import { AvatarButton } from './avatar-button.tsx'

const load = () => import('./account-menu-content.tsx')
const OpenPersonMenu = lazy(async () => ({ default: (await load()).PersonMenu }))
const OpenGuestMenu = lazy(async () => ({ default: (await load()).GuestMenu }))

/** The menu behind the avatar of a signed-in user. */
export function PersonMenu({ person }: { person: Person }) {
  return (
    <LazyMenu name={person.name || person.email} src={person.avatarUrl}>
      <OpenPersonMenu person={person} />
    </LazyMenu>
  )
}

/** The menu behind the avatar of a guest. */
export function GuestMenu({ level }: { level: PermissionLevel }) {
  return (
    <LazyMenu name="G" src={null}>
      <OpenGuestMenu level={level} />
    </LazyMenu>
  )
}

interface LazyMenuProps extends Pick<ComponentProps<typeof AvatarButton>, 'name' | 'src'> {
  /** The menu, with a button of its own. */
  children: ReactNode
}

/** A button in place of the menu. Pointer or focus on it fetch the menu's code, a press opens the menu. */
function LazyMenu({ name, src, children }: LazyMenuProps) {
  const [isOpened, setOpened] = useState(false)
  // A failure is ignored here: opening the menu meets it again.
  const prepare = () => void load().catch(() => undefined)
  const button = (
    <AvatarButton
      name={name}
      src={src}
      aria-expanded={false}
      onPointerEnter={prepare}
      onFocus={prepare}
      onClick={() => setOpened(true)}
      onKeyDown={(event) => {
        if (event.key === 'ArrowDown') setOpened(true)
      }}
    />
  )
  if (!isOpened) return button
  return <Suspense fallback={button}>{children}</Suspense>
}
