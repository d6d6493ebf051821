import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { cn } from '@/lib/cn.ts'
import { lazyComponent } from '@/lib/loading/lazy-component.ts'
import { PressBoundary } from '@/shared/boundary/press-boundary.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { chipStyle, OFF } from '@/ui/picker/filter-chip.tsx'
import type { ConditionsProps } from './new-condition.tsx'

const steps = lazyComponent(
  () => import('./new-condition.tsx'),
  (code) => code.NewCondition,
)

/** The way to one more filter. */
export function AddFilter(props: ConditionsProps) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  return (
    <Popover open={open} onOpenChange={setOpen}>
      <PopoverTrigger
        data-add-filter
        aria-label={t('Add filter')}
        onPointerEnter={steps.preload}
        onFocus={steps.preload}
        className={cn(chipStyle, OFF, 'shrink-0')}
      >
        <Plus aria-hidden />
        {t('Filter')}
      </PopoverTrigger>
      <PopoverContent aria-label={t('Add filter')}>
        <PressBoundary open={open} onMissing={close}>
          <steps.Component {...props} onDone={close} />
        </PressBoundary>
      </PopoverContent>
    </Popover>
  )
}
