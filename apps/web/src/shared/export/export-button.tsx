import { Download } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { IconButton } from '@/ui/button/icon-button.tsx'

interface ExportButtonProps<Props extends object> {
  /** The window that exports the list. */
  dialog: ComponentType<Props & { onClose: () => void }>
  /** The properties of the window. */
  of: Props
  /** Whether something else than the button opens the window. */
  isAsked?: boolean
  onClosed?: () => void
  className?: string
}

/** Opens the window that exports a list. */
export function ExportButton<Props extends object>(props: ExportButtonProps<Props>) {
  const { dialog: Dialog, of, isAsked = false, onClosed, className } = props
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
        onClick={() => setPressed(true)}
        className={className}
      />
      {open && <Dialog {...of} onClose={close} />}
    </>
  )
}
