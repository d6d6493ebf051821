import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Avatar } from '@/ui/display/avatar.tsx'

interface AvatarButtonProps extends ComponentProps<'button'> {
  name: string
  src: string | null
}

/** The avatar of the user or guest, which opens the account menu. */
export function AvatarButton({ name, src, ...rest }: AvatarButtonProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t('Account menu')}
      aria-haspopup="menu"
      className="ml-1 grid size-8 shrink-0 place-items-center rounded-full outline-offset-0 max-md:size-10"
      {...rest}
    >
      <Avatar name={name} src={src} />
    </button>
  )
}
