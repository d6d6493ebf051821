import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'

interface ExportButtonProps<Props extends object> {
  /** The window that exports the list. */
  dialog: LazyComponent<Props & { onClose: () => void }>
  /** The properties of the window. */
  of: Props
  /** Whether something else than the button opens the window. */
  isAsked?: boolean
  onClosed?: () => void
  className?: string
}

/** Opens the window that exports a list. Its code is loaded when the user reaches for the button. */
export function ExportButton<Props extends object>(props: ExportButtonProps<Props>) {
  const { dialog, of, isAsked = false, onClosed, className } = props
  const { t } = useTranslation()
  const [pressed, setPressed] = useState(false)
  const open = pressed || isAsked
  const close = () => {
    setPressed(false)
    onClosed?.()
  }
  return (
    <>
      <IconButton
        icon={Download}
        label={t('Export')}
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => setPressed(true)}
        className={className}
      />
      <PressBoundary open={open} onMissing={close}>
        {open && <dialog.Component {...of} onClose={close} />}
      </PressBoundary>
    </>
  )
}
