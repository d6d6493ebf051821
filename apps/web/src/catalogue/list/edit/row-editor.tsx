import type { CatalogueKind } from '@cairn/workspace/port/records/catalogues'
import type { CatalogueRecord } from '@cairn/workspace/port/records/records'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toggled } from '@/lib/toggled.ts'
import { useRefusal } from '@/shared/use-refusal.ts'
import { Popover, PopoverAnchor, PopoverContent } from '@/ui/floating/popover.tsx'
import { FocusedList } from '@/ui/picker/focused-list.tsx'
import { ListPicker } from '@/ui/picker/list-picker.tsx'
import type { ValueChange } from './use-save-value.ts'
import { useValueChoices, type ValueChoices } from './use-value-choices.tsx'

export interface RowEditorProps {
  kind: CatalogueKind
  record: CatalogueRecord
  /** The column that is changed; null asks which. */
  column: string | null
  /** Where the picker stands. */
  anchor: HTMLElement
  onClose: () => void
  onChange: (change: ValueChange) => void
}

/** Changes a value of a record in its row: which, if that is open, and then to what. */
export function RowEditor({ kind, record, column, anchor, onClose, onChange }: RowEditorProps) {
  const { t } = useTranslation()
  const refused = useRefusal()('change-record', record)
  const choices = useValueChoices(kind, record)
  const [asked, setAsked] = useState(column)
  const [picked, setPicked] = useState<readonly string[] | null>(null)
  const chosen = choices.find((one) => one.column === asked)
  const change = ({ valueFrom, textOf, ...rest }: ValueChoices, ids: readonly string[]) =>
    onChange({ column: rest.column, label: rest.label, value: valueFrom(ids), text: textOf(ids) })
  const close = () => {
    // Of several, all are saved at once.
    if (chosen && picked) change(chosen, picked)
    onClose()
  }
  const title = t('Change {{name}}', { name: record.name })
  return (
    <Popover open onOpenChange={(open) => !open && close()}>
      <PopoverAnchor virtualRef={{ current: anchor }} />
      <PopoverContent aria-label={chosen ? `${chosen.label}: ${record.name}` : title}>
        <FocusedList key={asked}>
          {refused !== null ? (
            <p className="px-3 py-4 text-pretty text-sm">{refused}</p>
          ) : chosen ? (
            <ListPicker
              label={chosen.label}
              options={chosen.options}
              chosen={picked ?? chosen.chosen}
              multiple={chosen.multiple}
              onPick={(id) => {
                if (chosen.multiple) return setPicked(toggled(picked ?? chosen.chosen, id))
                change(chosen, [id])
                onClose()
              }}
              emptyText={t('Nothing to choose from')}
            />
          ) : (
            <ListPicker
              label={title}
              options={choices.map((one) => ({
                id: one.column,
                label: one.label,
                trailing: (
                  <span className="max-w-32 truncate text-muted-foreground text-xs">
                    {one.textOf(one.chosen)}
                  </span>
                ),
              }))}
              onPick={setAsked}
              emptyText={t('Nothing to choose from')}
            />
          )}
        </FocusedList>
      </PopoverContent>
    </Popover>
  )
}
