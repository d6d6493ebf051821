import { Plus } from 'lucide-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { keepEarlyTyping } from '@/lib/browser/early-typing.ts'
import { cn } from '@/lib/cn.ts'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { chipStyle, OFF } from '@/ui/picker/filter-chip.tsx'
import type { ConditionsProps } from './new-condition.tsx'
import { NewCondition } from './new-condition.tsx'

/** The way to one more filter. */
export function AddFilter(props: Omit<ConditionsProps, 'onChange'>) {
  const { t } = useTranslation()
  const [open, setOpen] = useState(false)
  const close = () => setOpen(false)
  const change = (next: boolean) => {
    if (next) keepEarlyTyping()
    setOpen(next)
  }
  return (
    <Popover open={open} onOpenChange={change}>
      <PopoverTrigger data-add-filter aria-label={t('Add filter')} className={cn(chipStyle, OFF, 'shrink-0')}>
        <Plus aria-hidden />
        {t('Filter')}
      </PopoverTrigger>
      <PopoverContent aria-label={t('Add filter')}>
        <NewCondition {...props} onDone={close} />
      </PopoverContent>
    </Popover>
  )
}
