import { Columns3 } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useLocation, useNavigate } from 'react-router'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { IconButton } from '@/ui/button/icon-button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { ASKS_FOR_EXPORT } from '../../ask-for-export.ts'
import type { ColumnsPanelProps } from './columns-panel.tsx'

const panel = lazyComponent<typeof import('./columns-panel.tsx'), ColumnsPanelProps>(
  () => import('./columns-panel.tsx'),
  (code) => code.ColumnsPanel,
)

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
          onPointerEnter={panel.preload}
          onFocus={panel.preload}
          className={props.choice ? 'bg-primary-soft text-link' : undefined}
        />
      </PopoverTrigger>
      <PopoverContent align="end" aria-label={t('Columns')}>
        <PressBoundary open={open} onMissing={() => setOpen(false)}>
          <panel.Component {...props} onExport={exportList} />
        </PressBoundary>
      </PopoverContent>
    </Popover>
  )
}
