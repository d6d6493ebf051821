import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { ASKS_FOR_EXPORT } from '../../ask-for-export.ts'
import type { ColumnsPanelProps } from './columns-panel.tsx'
import { ColumnsPanel } from './columns-panel.tsx'

/** Opens the choice of the columns. */
export function ColumnsMenu(props: Omit<ColumnsPanelProps, 'onExport'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const exportList = () => {
    setOpen(false)
    void navigate(pathname + search, { replace: true, state: ASKS_FOR_EXPORT })
  }
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <IconButton
          icon={Columns3}
          label={t('Columns')}
          className={props.choice ? 'bg-primary-soft text-link' : undefined}
        />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('Columns')}>
        <ColumnsPanel {...props} onExport={exportList} />
      </PopoverContent>
    </Popover>
  )
}
