import { ListOrdered } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { RunsDialog, type RunsDialogProps } from './runs-dialog.tsx'

/** Opens the runs of a heartbeat. */
export function ShowRuns(props: Omit<RunsDialogProps, 'onClose'>) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="outline" size="sm" onClick={() => setOpen(true)}>
        <ListOrdered />
        {t('Show Runs')}
      </Button>
      {isOpen && <RunsDialog {...props} onClose={() => setOpen(false)} />}
    </>
  )
}
