import { GripVertical } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import type { Sorting } from './use-sorting.ts'

interface SortHandleProps {
  sorting: Pick<Sorting<HTMLElement>, 'handle'>
  id: string
  name: string
}

/** The button with which an entry is moved: by dragging it, or with the arrow keys. */
export function SortHandle({ sorting, id, name }: SortHandleProps) {
  const { t } = useTranslation()
  return (
    <button
      type="button"
      aria-label={t('Move {{column}}', { column: name })}
      {...sorting.handle(id)}
      className="grid size-8 shrink-0 cursor-grab touch-none place-items-center rounded-md text-muted-foreground active:cursor-grabbing max-md:size-10"
    >
      <GripVertical aria-hidden className="size-4" />
    </button>
  )
}
