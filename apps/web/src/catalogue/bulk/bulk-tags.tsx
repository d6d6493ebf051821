import type { BulkChange } from '@cairn/workspace/port/records/bulk'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '@/ui/button/button.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '@/ui/floating/popover.tsx'
import { coloredOptions } from '@/ui/picker/colored-options.tsx'
import { ToggleChip } from '@/ui/picker/filter-chip.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import { useTags } from '../tags/use-tags.ts'

interface BulkTagsProps {
  disabledReason: string | null
  onChoose: (change: BulkChange) => void
}

/** Adds a tag to the selected records, or removes one from them. */
export function BulkTags({ disabledReason, onChoose }: BulkTagsProps) {
  const { t } = useTranslation()
  const { tags } = useTags()
  const [open, setOpen] = useState(false)
  const [removes, setRemoves] = useState(false)
  const label = removes ? t('Remove a tag') : t('Add a tag')
  return (
    <Popover
      open={open}
      onOpenChange={(next) => {
        setOpen(next)
        if (next) setRemoves(false)
      }}
    >
      <PopoverTrigger asChild>
        <Button variant="outline" disabledReason={disabledReason}>
          {t('Tags')}
        </Button>
      </PopoverTrigger>
      <PopoverContent aria-label={t('Tags')} side="top">
        <fieldset aria-label={t('What happens to the tag')} className="flex flex-wrap gap-2 p-2">
          <ToggleChip label={t('Add')} pressed={!removes} onPress={() => setRemoves(false)} />
          <ToggleChip label={t('Remove')} pressed={removes} onPress={() => setRemoves(true)} />
        </fieldset>
        <ListPicker
          label={label}
          options={coloredOptions(tags)}
          onPick={(value) => {
            setOpen(false)
            onChoose({ action: removes ? 'remove_tag' : 'add_tag', value })
          }}
          emptyText={t('There are no tags yet. Create one in the form of a record.')}
        />
      </PopoverContent>
    </Popover>
  )
}
