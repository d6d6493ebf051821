import { Download } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation } from 'react-router'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { asksForExport } from './ask-for-export.ts'
import type { ExportRecordsProps } from './export-records.tsx'

const dialog = lazyComponent<typeof import('./export-records.tsx'), ExportRecordsProps>(
  () => import('./export-records.tsx'),
  (code) => code.ExportRecords,
)

/** Opens the window that exports the list; so does a navigation that asks for it. */
export function ExportButton(props: Omit<ExportRecordsProps, 'onClose'>) {
  const { t } = useTranslation()
  const { state, key } = useLocation()
  const [pressed, setPressed] = useState(false)
  const [answered, setAnswered] = useState<string | null>(null)
  const open = pressed || (asksForExport(state) && answered !== key)
  const close = () => {
    setPressed(false)
    setAnswered(key)
  }
  return (
    <>
      <IconButton
        icon={Download}
        label={t('Export')}
        onPointerEnter={dialog.preload}
        onFocus={dialog.preload}
        onClick={() => setPressed(true)}
      />
      <PressBoundary open={open} onMissing={close}>
        {open && <dialog.Component {...props} onClose={close} />}
      </PressBoundary>
    </>
  )
}
