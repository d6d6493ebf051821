import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { toggled } from '@/lib/toggled.ts'
import { ListPicker, type ListSearch, type PickerOption } from '@/ui/picker/list-picker.tsx'
import {
  DoneButton,
  endsOnModEnter,
  type FloatingEditor,
  FloatingValue,
  type FloatingValueProps,
  useLeaving,
} from './floating-value.tsx'

/** The list of a value while it is open. */
export interface OpenPicks {
  label: string
  /** Saves the options that were picked; returns why they were refused. */
  save: (picked: readonly PickerOption[]) => Promise<string | null>
  editor: FloatingEditor
}

export interface PickValueProps extends Omit<FloatingValueProps, 'editor'> {
  /** The list to pick from: a `PickList`. */
  list: (open: OpenPicks) => ReactNode
  /** Null for users who may not change it. */
  save: OpenPicks['save'] | null
}

/** A value that is picked from a list: one saves at once, several once the list is left. */
export function PickValue({ list, save, ...rest }: PickValueProps) {
  return <FloatingValue {...rest} editor={save && ((editor) => list({ label: rest.label, save, editor }))} />
}

interface PickListProps extends OpenPicks {
  options: readonly PickerOption[]
  /** The ids of the present value. */
  chosen: readonly string[]
  multiple?: boolean
  search?: ListSearch | null
}

/** The list from which a value is picked. */
export function PickList(props: PickListProps) {
  const { label, save, editor, options, chosen, multiple = false, search = null } = props
  const { t } = useTranslation()
  const [picked, setPicked] = useState(chosen)
  const optionsOf = (ids: readonly string[]) => options.filter(({ id }) => ids.includes(id))
  const saveAll = () => save(optionsOf(picked))
  useLeaving(editor, multiple ? saveAll : null)
  const list = (
    <ListPicker
      label={label}
      options={options}
      chosen={picked}
      multiple={multiple}
      search={search}
      onPick={(id) => (multiple ? setPicked(toggled(picked, id)) : editor.end(save(optionsOf([id]))))}
      emptyText={t('Nothing to choose from')}
    />
  )
  if (!multiple) return list
  const done = () => editor.end(saveAll())
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it hears a key of the list inside
    <div className="flex min-h-0 flex-col" onKeyDown={endsOnModEnter(done)}>
      {list}
      <DoneButton onDone={done} />
    </div>
  )
}
