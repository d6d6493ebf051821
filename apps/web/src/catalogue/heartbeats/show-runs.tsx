import { ListOrdered } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { useShownActivity } from '../shown-activity.tsx'

/** Leads to the runs in the activity of the record. */
export function ShowRuns() {
  const { t } = useTranslation()
  const activity = useShownActivity()
  return (
    <Button variant="outline" size="sm" onClick={() => activity?.leadTo('runs')}>
      <ListOrdered />
      {t('Show Runs')}
    </Button>
  )
}
