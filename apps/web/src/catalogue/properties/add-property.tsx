import { Plus } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { ListPicker, type PickerOption } from '@/ui/picker/list-picker.tsx'

interface AddPropertyProps {
  /** The properties that have no value yet. */
  options: readonly PickerOption[]
  onAdd: (id: string) => void
}

/** Lists the properties without a value, and opens the editor of one. */
export function AddProperty({ options, onAdd }: AddPropertyProps) {
  const { t } = useTranslation()
  const [isOpen, setOpen] = useState(false)
  const picked = useRef<string | null>(null)
  if (options.length === 0) return null
  return (
    <Popover modal open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger asChild>
        <Button variant="ghost" size="sm" className="-ml-2.5 self-start print:hidden">
          <Plus aria-hidden />
          {t('Add property')}
        </Button>
      </PopoverTrigger>
      <PopoverContent
        aria-label={t('Add property')}
        onCloseAutoFocus={(event) => {
          if (picked.current === null) return
          // The editor takes the focus.
          event.preventDefault()
          onAdd(picked.current)
          picked.current = null
        }}
      >
        <ListPicker
          label={t('Add property')}
          options={options}
          onPick={(id) => {
            picked.current = id
            setOpen(false)
          }}
          emptyText={t('Nothing to choose from')}
        />
      </PopoverContent>
    </Popover>
  )
}
