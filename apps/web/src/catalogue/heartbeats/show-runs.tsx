import { ListOrdered } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { Button } from '@/ui/button/button.tsx'
import type { RunsDialogProps } from './runs-dialog.tsx'

const dialog = lazyComponent<typeof import('./runs-dialog.tsx'), RunsDialogProps>(
  () => import('./runs-dialog.tsx'),
  ({ RunsDialog }) => RunsDialog,
)

/** Opens the runs of a heartbeat. */
export function ShowRuns(props: Omit<RunsDialogProps, 'onClose'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onPointerEnter={dialog.preload} onClick={() => setOpen(true)}>
        <ListOrdered />
        {t('Show Runs')}
      </Button>
      <PressBoundary open={isOpen} onMissing={() => setOpen(false)}>
        {isOpen && <dialog.Component {...props} onClose={() => setOpen(false)} />}
      </PressBoundary>
    </>
  )
}
